"""Every column that can hold words, and who lets them go: no column is forgotten when claims are.

A table that is added, here or by a package, stands here too, or a test fails: with the store that erases it
(`stores.STORES`), or with why no word of a claim gets there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from claims.services.rights.erase.stores import STORES

#: Codes, numbers, ids and sums that tell nothing of a person by themselves.
CODES: Mapping[str, tuple[str, ...]] = {
    "act": ("kind", "claim_kind", "justifications", "detail"),
    "agent_key": ("prefix", "secret_sha256", "scopes", "role"),
    "audit_checkpoint": ("key_id", "hash", "signature"),
    "audit_entry": ("actor_kind", "act", "request_id", "ground", "commitment", "previous_hash", "record"),
    "audit_head": ("hash",),
    "audit_regime": ("code", "terms"),
    "audit_request": ("kind", "regime", "country", "zone", "ground", "state", "identity", "held_from", "reminded"),
    "audit_request_decision": ("outcome", "ground", "complaint", "remedy"),
    "audit_request_letter": ("template", "way"),
    "audit_request_text": ("purpose",),
    "audit_request_step": ("act", "state", "actor_kind", "evidence"),
    "base": ("kind", "policy", "unknown_predicates"),
    "edge": ("kind",),
    "erasure": ("ground", "receipt"),
    "forgetting": ("ground", "end"),
    "forgotten": ("fingerprint",),
    "nogood": ("found_by",),
    "person_copy": ("kind", "state", "gone"),
    "procrastinate_jobs": ("queue_name", "task_name", "lock", "args", "queueing_lock"),
    "review_item": ("kind", "verdict"),
    "revision": ("operation", "request_id", "result"),
}
#: Whole tables that hold no word of a claim, and why.
APART: Mapping[str, str] = {
    **dict.fromkeys(("agent", "topic", "vouched_origin"), "what administrators write, about programs and words"),
    **dict.fromkeys(
        ("predicate", "predicate_synonym", "object_alias"),
        "the vocabulary, of every base at once; what a claim said with an unknown word is forgotten with the claim",
    ),
    **dict.fromkeys(
        ("claims_user", "account_emailaddress", "account_emailconfirmation", "mfa_authenticator"),
        "the account of a person, which lives and ends with it",
    ),
    **dict.fromkeys(
        ("socialaccount_socialaccount", "socialaccount_socialapp", "socialaccount_socialtoken"),
        "sign-in elsewhere, which lives and ends with the account",
    ),
    **dict.fromkeys(
        ("django_session", "usersessions_usersession"), "who is signed in and from where; ends with the session"
    ),
    **dict.fromkeys(("cache",), "counts of requests, for some minutes"),
    **dict.fromkeys(
        ("django_admin_log",), "what administrators did to configuration; claims cannot be reached from there"
    ),
    **dict.fromkeys(
        ("auth_group", "auth_permission", "django_content_type", "django_migrations", "procrastinate_periodic_defers"),
        "names of parts of the program",
    ),
    **dict.fromkeys(
        ("audit_content", "audit_key"),
        "the log in words: encrypted, under a key for each item, erased by `audit.content`",
    ),
}
#: What the base itself is called: it goes with the account, and tells of no claim.
LABELS = frozenset({"base.label"})


def unclaimed(columns: Iterable[tuple[str, str]]) -> list[str]:
    """Those columns, by table and name, that nobody lets go of and nothing excuses."""
    erased = {column for store in STORES for column in store.columns} | LABELS
    return [
        f"{table}.{column}"
        for table, column in columns
        if table not in APART and f"{table}.{column}" not in erased and column not in CODES.get(table, ())
    ]
