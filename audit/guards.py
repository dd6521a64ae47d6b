"""Triggers that keep history from being rewritten, whatever the code does."""

from __future__ import annotations

import pgtrigger

APPEND_ONLY = pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete)

NO_TRUNCATE = pgtrigger.Trigger(
    name="no_truncate",
    when=pgtrigger.Before,
    operation=pgtrigger.Truncate,
    level=pgtrigger.Statement,
    func="RAISE EXCEPTION 'The history in % is not emptied.', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';",
)

#: An open recorded period may be closed once; nothing else of the row may change.
CLOSED_ONCE = pgtrigger.Trigger(
    name="closed_once",
    when=pgtrigger.Before,
    operation=pgtrigger.Update,
    declare=[("expected", "record")],
    func="""
        IF upper_inf(OLD.recorded) AND NOT upper_inf(NEW.recorded)
           AND lower(NEW.recorded) = lower(OLD.recorded)
           AND OLD.closed IS NULL AND NEW.closed IS NOT NULL
        THEN
            expected := OLD;
            expected.recorded := NEW.recorded;
            expected.closed := NEW.closed;
            IF expected *= NEW THEN
                RETURN NEW;
            END IF;
        END IF;
        RAISE EXCEPTION 'A row of % can only be closed, and only once.', TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    """,
)

#: Only the time at which it happened last may change, and only move on.
MOVES_ON = pgtrigger.Trigger(
    name="moves_on",
    when=pgtrigger.Before,
    operation=pgtrigger.Update,
    func="""
        IF NEW.last_at >= OLD.last_at AND (to_jsonb(NEW) - 'last_at') = (to_jsonb(OLD) - 'last_at') THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION 'Of a row of % only its last time moves on.', TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    """,
)

UNCHANGED = pgtrigger.Protect(name="unchanged", operation=pgtrigger.Update)

KEPT = pgtrigger.Protect(name="kept", operation=pgtrigger.Delete)
