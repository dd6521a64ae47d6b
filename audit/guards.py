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

#: An entry takes the next number of its chain and is bound to the one before; the head moves with it, and holds its
#: hash, so that no entry has to be read again. Numbers and hashes of a chain are the database's to give.
SEALED = pgtrigger.Trigger(
    name="sealed",
    when=pgtrigger.Before,
    operation=pgtrigger.Insert,
    declare=[("head", "audit_head")],
    func="""
        SELECT * INTO head FROM audit_head h WHERE h.chain_id = NEW.chain_id FOR UPDATE;
        IF NOT FOUND THEN
            INSERT INTO audit_head (chain_id, number) VALUES (NEW.chain_id, 0) RETURNING * INTO head;
        END IF;
        IF NEW.number <> head.number + 1 THEN
            RAISE EXCEPTION 'Entry % of a chain comes after entry %.', head.number + 1, head.number
                USING ERRCODE = 'restrict_violation';
        END IF;
        IF NEW.previous_hash <> head.hash THEN
            RAISE EXCEPTION 'Entry % names another one before it than there is.', NEW.number
                USING ERRCODE = 'restrict_violation';
        END IF;
        NEW.previous_hash := head.hash;
        UPDATE audit_head h
           SET number = NEW.number,
               hash = sha256(convert_to(audit_record(NEW.chain_id, NEW.number, NEW.at, NEW.actor_kind, NEW.actor_id,
                                                     NEW.act, NEW.request_id, NEW.ground, NEW.revision, NEW.targets,
                                                     NEW.commitment, NEW.erased, NEW.previous_hash), 'UTF8'))
         WHERE h.chain_id = NEW.chain_id;
        RETURN NEW;
    """,
)

#: A head is moved by entries alone. What else may change is under which key contents are kept from now on.
MOVED_BY_ENTRIES = pgtrigger.Trigger(
    name="moved_by_entries",
    when=pgtrigger.Before,
    operation=pgtrigger.Update | pgtrigger.Insert,
    func="""
        IF pg_trigger_depth() > 1 OR (TG_OP = 'INSERT' AND NEW.number = 0 AND NEW.hash IS NULL) THEN
            RETURN NEW;
        END IF;
        IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'key_id' = to_jsonb(OLD) - 'key_id' THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION 'The head of a chain moves with its entries alone.' USING ERRCODE = 'restrict_violation';
    """,
)

#: Contents go only where an entry says so, and names them.
GONE_AS_SAID = pgtrigger.Trigger(
    name="gone_as_said",
    when=pgtrigger.After,
    operation=pgtrigger.Delete,
    level=pgtrigger.Statement,
    referencing=pgtrigger.Referencing(old="gone"),  # type: ignore[no-untyped-call]
    func="""
        IF EXISTS (SELECT FROM gone g
                    WHERE NOT EXISTS (SELECT FROM audit_entry e
                                       WHERE e.chain_id = g.chain_id AND e.act = 'content_erased'
                                         AND e.erased @> g.number))
        THEN
            RAISE EXCEPTION 'A content goes only where an entry says that it was erased.'
                USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NULL;
    """,
)

#: … and an entry that says so must be true by the end of its transaction.
AS_IT_SAYS = pgtrigger.Trigger(
    name="as_it_says",
    when=pgtrigger.After,
    operation=pgtrigger.Insert,
    timing=pgtrigger.Deferred,
    condition=pgtrigger.Condition("NEW.act = 'content_erased'"),
    func="""
        IF EXISTS (SELECT FROM unnest(NEW.erased) AS span
                     JOIN audit_content c ON c.chain_id = NEW.chain_id
                      AND c.number >= lower(span) AND c.number < upper(span))
        THEN
            RAISE EXCEPTION 'An entry says that contents were erased which are still there.'
                USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NULL;
    """,
)

#: A content comes with its entry, which is bound to it, and never later.
WITH_ITS_ENTRY = pgtrigger.Trigger(
    name="with_its_entry",
    when=pgtrigger.After,
    operation=pgtrigger.Insert,
    func="""
        IF NOT EXISTS (SELECT FROM audit_head h
                         JOIN audit_entry e ON e.chain_id = h.chain_id AND e.number = h.number
                        WHERE h.chain_id = NEW.chain_id AND h.number = NEW.number AND e.commitment IS NOT NULL)
        THEN
            RAISE EXCEPTION 'A content comes with its entry.' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NULL;
    """,
)

#: The key of a person is wrapped anew by another root key, and goes when nothing is kept under it any more.
KEPT_WHILE_USED = pgtrigger.Trigger(
    name="kept_while_used",
    when=pgtrigger.Before,
    operation=pgtrigger.Update | pgtrigger.Delete,
    func="""
        IF TG_OP = 'UPDATE' AND (to_jsonb(NEW) - ARRAY['root', 'wrapped']) = (to_jsonb(OLD) - ARRAY['root', 'wrapped'])
        THEN
            RETURN NEW;
        END IF;
        IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM audit_content c
                                             WHERE c.chain_id = OLD.chain_id AND c.subject_id = OLD.subject_id)
        THEN
            RETURN OLD;
        END IF;
        RAISE EXCEPTION 'A key stays as long as contents are kept under it.' USING ERRCODE = 'restrict_violation';
    """,
)
