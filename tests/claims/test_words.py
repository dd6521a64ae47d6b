"""Sentences say what was said, whatever it holds."""

import pytest

from claims.services.words import Statement, phrases_of, sentence


@pytest.mark.django_db
def test_braces_in_what_is_said_stay_as_they_are() -> None:
    phrases = phrases_of({"uses_framework"})
    said = Statement("{object}", "uses_framework", "{subject}")
    plain = sentence(Statement("Skylark", "uses_framework", "Go"), phrases)
    assert sentence(said, phrases) == plain.replace("Skylark", "{object}").replace("Go", "{subject}")
    assert sentence(Statement("{object}", "{subject}_x", "{0}"), {}) == "{object}: {subject} x is {0}."
