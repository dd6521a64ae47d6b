"""The floor: the same work in bare SQL, in one transaction, with nothing planned and nothing explained."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.db import connection, transaction

TABLES = """
CREATE TABLE IF NOT EXISTS floor_base (id uuid PRIMARY KEY, head int NOT NULL);
CREATE TABLE IF NOT EXISTS floor_belief (base uuid, id uuid, question int, object text, valid tstzrange,
    recorded tstzrange, PRIMARY KEY (base, id),
    EXCLUDE USING gist (base WITH =, question WITH =, valid WITH &&, recorded WITH &&));
CREATE TABLE IF NOT EXISTS floor_edge (base uuid, id uuid, source uuid, target uuid, PRIMARY KEY (base, id));
CREATE TABLE IF NOT EXISTS floor_log (base uuid, number int, at timestamptz, PRIMARY KEY (base, number));
CREATE INDEX IF NOT EXISTS floor_open ON floor_belief (base, question) WHERE upper_inf(recorded);
"""


def filled(claims: int) -> UUID:
    """A base with so many rows."""
    base = uuid4()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(TABLES)
        cursor.execute("INSERT INTO floor_base VALUES (%s, 0)", [base])
        cursor.execute(
            "INSERT INTO floor_belief SELECT %s, gen_random_uuid(), n, 'Express.js', tstzrange(now(), NULL),"
            " tstzrange(now(), NULL) FROM generate_series(0, %s) n",
            [base, claims],
        )
    return base


def supersede(base: UUID, number: int) -> None:
    """Lock, read, close, insert what is left and what is new, edge, log, head."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT head FROM floor_base WHERE id = %s FOR UPDATE", [base])
        (head,) = cursor.fetchone()
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
        cursor.execute(
            "SELECT id, lower(valid) FROM floor_belief WHERE base = %s AND question = %s AND upper_inf(recorded)",
            [base, number],
        )
        (old, since) = cursor.fetchone()
        cursor.execute(
            "UPDATE floor_belief SET recorded = tstzrange(lower(recorded), %s) WHERE base = %s AND id = %s",
            [now, base, old],
        )
        new = uuid4()
        cursor.execute(
            "INSERT INTO floor_belief VALUES (%s, %s, %s, 'Express.js', tstzrange(%s, %s), tstzrange(%s, NULL)),"
            " (%s, %s, %s, %s, tstzrange(%s, NULL), tstzrange(%s, NULL))",
            [base, uuid4(), number, since, now, now, base, new, number, f"Go {number}", now, now],
        )
        cursor.execute("INSERT INTO floor_edge VALUES (%s, %s, %s, %s)", [base, uuid4(), new, old])
        cursor.execute("INSERT INTO floor_log VALUES (%s, %s, %s)", [base, head + 1, now])
        cursor.execute("UPDATE floor_base SET head = %s WHERE id = %s", [head + 1, base])


def read(base: UUID, number: int) -> None:
    """One row by both clocks."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT object FROM floor_belief"
            " WHERE base = %s AND question = %s AND valid @> now() AND recorded @> now()",
            [base, number],
        )
        cursor.fetchall()
