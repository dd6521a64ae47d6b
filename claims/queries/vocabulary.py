"""The vocabulary as it is shown. Global rows: no base is read here."""

from __future__ import annotations

from datetime import datetime

from claims.queries.rows import Query, Row, fetch


def predicates(*, after: str, limit: int, only: str | None = None) -> list[Row]:
    """Predicates that somebody has looked at, by name, with their synonyms and the wordings of their objects."""
    return fetch(
        """
        SELECT p.*,
               ARRAY(SELECT s.key FROM predicate_synonym s WHERE s.predicate_id = p.name ORDER BY s.key) AS synonyms,
               coalesce((SELECT jsonb_object_agg(o.key, o.canonical) FROM object_alias o
                          WHERE o.predicate_id = p.name), '{}') AS objects
          FROM predicate p
         WHERE p.known AND p.name > %(after)s AND (%(only)s::text IS NULL OR p.name = %(only)s)
         ORDER BY p.name
         LIMIT %(limit)s
        """,
        {"after": after, "limit": limit, "only": only},
    )


def changed_since(moment: datetime) -> bool:
    """Whether the vocabulary has changed since: claims may be worded anew."""
    return bool(fetch("SELECT 1 FROM vocabulary_version WHERE changed_at > %s", [moment]))


def stamp() -> Query:
    """The stamp of the vocabulary as it stands."""
    return Query("SELECT stamp FROM vocabulary_version", ())
