"""The vocabulary file says what its head comment promises: read with the standard library alone."""

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FILE = Path(__file__).resolve().parents[2] / "claims" / "vocabulary.toml"
VOCABULARY: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))
TOPICS: dict[str, dict[str, str]] = VOCABULARY["topics"]
PREDICATES: dict[str, dict[str, Any]] = VOCABULARY["predicates"]

ABOUT_ANYONE = ("phrase", "negative", "past", "past_negative")
TO_THE_PERSON = ("you", "you_negative", "you_past", "you_past_negative")
REQUIRED = {"topic", "about", "cardinality", "type", "synonyms", *ABOUT_ANYONE}
OPTIONAL = {"unit", "groups", "sensitive", "retention_days", "purpose", "objects", *TO_THE_PERSON}
SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
WHOLLY_ARTICLE_9 = {"health", "beliefs"}

every_predicate = pytest.mark.parametrize("name", PREDICATES)


def name_key(wording: str) -> str:
    return re.sub(r"[ -]", "_", wording.lower())


def object_key(wording: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", wording).casefold().split())


def repeated(values: Iterator[str]) -> list[str]:
    return [value for value, times in Counter(values).items() if times > 1]


def sentences(predicate: dict[str, Any]) -> dict[str, str]:
    return {key: predicate[key] for key in (*ABOUT_ANYONE, *TO_THE_PERSON) if key in predicate}


def aliases(predicate: dict[str, Any]) -> dict[str, str]:
    """Each other wording's key, with the key of the object it stands for."""
    return {object_key(a): object_key(usual) for usual, others in predicate.get("objects", {}).items() for a in others}


def test_the_file_holds_topics_and_at_least_120_predicates() -> None:
    assert set(VOCABULARY) == {"topics", "predicates"}
    assert len(PREDICATES) >= 120


def test_every_topic_has_a_title_and_a_hint_and_is_used() -> None:
    for topic in TOPICS.values():
        assert set(topic) == {"title", "hint"}
        assert topic["title"][0].isupper()
        assert not topic["hint"].endswith(".")
    assert not repeated(topic["title"] for topic in TOPICS.values())
    assert {predicate["topic"] for predicate in PREDICATES.values()} == set(TOPICS)


@every_predicate
def test_a_predicate_has_the_keys_of_the_head_comment_and_no_others(name: str) -> None:
    predicate = PREDICATES[name]
    assert SNAKE_CASE.fullmatch(name)
    assert set(predicate) >= REQUIRED
    assert set(predicate) <= REQUIRED | OPTIONAL


@every_predicate
def test_its_values_are_among_those_allowed(name: str) -> None:
    predicate = PREDICATES[name]
    assert predicate["about"] in {"person", "project", "anything"}
    assert predicate["cardinality"] in {"single", "multi"}
    assert predicate["type"] in {"text", "number", "date", "boolean", "entity"}
    assert "unit" not in predicate or predicate["type"] == "number"
    assert predicate["type"] != "boolean" or predicate["cardinality"] == "single"
    assert predicate.get("sensitive", True) is True, "leave it out where it is not"
    days = predicate.get("retention_days", 1)
    assert isinstance(days, int)
    assert days > 0


@every_predicate
def test_it_can_be_said_to_the_person_where_the_subject_can_be_one(name: str) -> None:
    predicate = PREDICATES[name]
    expected = set() if predicate["about"] == "project" else set(TO_THE_PERSON)
    assert set(predicate) & set(TO_THE_PERSON) == expected


@every_predicate
def test_each_sentence_has_exactly_its_placeholders(name: str) -> None:
    predicate = PREDICATES[name]
    for key, sentence in sentences(predicate).items():
        expected = [] if predicate["type"] == "boolean" else ["{object}"]
        expected += ["{subject}"] if key in ABOUT_ANYONE else []
        assert sorted(re.findall(r"\{\w*\}", sentence)) == sorted(expected), (key, sentence)
        assert not re.search(r"[{}]", re.sub(r"\{(subject|object)\}", "", sentence)), (key, sentence)


@every_predicate
def test_each_sentence_reads_as_one(name: str) -> None:
    predicate = PREDICATES[name]
    for key, sentence in sentences(predicate).items():
        assert re.match(r"[A-Z]|\{subject\}", sentence), (key, sentence)
        assert sentence.endswith("."), (key, sentence)
        assert sentence.count(".") == 1, (key, sentence)
        assert not re.search(r"\s\s|\s[.,:]|^\s", sentence), (key, sentence)
        assert key in ABOUT_ANYONE or re.search(r"\b[Yy]our?\b", sentence), (key, sentence)
        assert key in TO_THE_PERSON or not re.search(r"\b[Yy]our?\b", sentence), (key, sentence)


@every_predicate
def test_a_sentence_and_its_negation_differ(name: str) -> None:
    predicate = PREDICATES[name]
    assert predicate["phrase"] != predicate["negative"]
    assert predicate["past"] != predicate["past_negative"]


def test_a_name_or_synonym_belongs_to_one_predicate_only() -> None:
    synonyms = [synonym for predicate in PREDICATES.values() for synonym in predicate["synonyms"]]
    assert not repeated(name_key(wording) for wording in [*PREDICATES, *synonyms])
    assert len(synonyms) >= 500


def test_words_with_two_meanings_are_nobodys_synonym() -> None:
    synonyms = {name_key(s) for predicate in PREDICATES.values() for s in predicate["synonyms"]}
    assert not synonyms & {"language", "team", "type", "date", "state", "model"}


@every_predicate
def test_a_wording_belongs_to_one_object_only(name: str) -> None:
    objects = PREDICATES[name].get("objects", {})
    wordings = [wording for usual, others in objects.items() for wording in (usual, *others)]
    assert not repeated(object_key(wording) for wording in wordings)
    assert all(others for others in objects.values())


@every_predicate
def test_an_object_is_in_one_exclusive_group_at_most(name: str) -> None:
    predicate = PREDICATES[name]
    groups = predicate.get("groups", [])
    members = [object_key(member) for group in groups for member in group]
    assert not groups or predicate["cardinality"] == "multi", "single-valued ones exclude already"
    assert all(len(group) > 1 for group in groups)
    assert not repeated(iter(members))
    assert not set(members) & set(aliases(predicate)), "a group names the usual wording"


def test_only_categories_of_article_9_are_sensitive() -> None:
    sensitive = {name for name, predicate in PREDICATES.items() if predicate.get("sensitive")}
    assert sensitive == {name for name, predicate in PREDICATES.items() if predicate["topic"] in WHOLLY_ARTICLE_9}
    assert sensitive >= {"health_condition", "religion", "political_opinion", "trade_union", "ethnicity"}
    assert not sensitive & {"salary", "diet", "pronouns", "nationality"}


@pytest.mark.parametrize("name", ["uses_framework", "uses_language", "deploys_on", "budget", "status"])
def test_names_that_agents_rely_on_hold_one_value_of_any_text(name: str) -> None:
    predicate = PREDICATES[name]
    assert (predicate["cardinality"], predicate["type"]) == ("single", "text")
    assert "groups" not in predicate


def test_text_without_structure_stands_side_by_side() -> None:
    assert (PREDICATES["states"]["cardinality"], PREDICATES["states"]["type"]) == ("multi", "text")


def test_other_wordings_lead_to_the_same_object() -> None:
    assert aliases(PREDICATES["uses_framework"])["express"] == "express.js"
    assert aliases(PREDICATES["uses_language"])["golang"] == "go"


@pytest.mark.parametrize(
    ("name", "key", "sentence"),
    [
        ("uses_framework", "negative", "Skylark does not use the framework Go."),
        ("lives_in", "you_past", "You lived in Malmö."),
        ("tests_run_with", "phrase", "The tests of Skylark run with go test."),
        ("status", "past", "The status of Skylark was on hold."),
        ("is_pregnant", "you_negative", "You are not pregnant."),
    ],
)
def test_a_sentence_is_read_with_its_words_put_in(name: str, key: str, sentence: str) -> None:
    objects = {"uses_framework": "Go", "lives_in": "Malmö", "tests_run_with": "go test", "status": "on hold"}
    assert PREDICATES[name][key].format(subject="Skylark", object=objects.get(name)) == sentence
