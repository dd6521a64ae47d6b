"""Triggers that hold a request to its way, whatever the code does."""

from __future__ import annotations

import pgtrigger

from audit.requests.states import BEFORE_CLOSING, IDENTITY, pairs
from audit.requests.words import SETTLED, Act, Identity, Outcome, State

_WAYS = ", ".join(f"('{act}', '{before}', '{after}')" for act, before, after in pairs())
_SETTLED = ", ".join(f"'{each}'" for each in sorted(SETTLED))
_SAYS = ", ".join(f"('{act}', '{said}')" for act, said in sorted(IDENTITY.items()))
_NEEDED = ", ".join(f"('{each}')" for each in BEFORE_CLOSING)
_REFUSED = "USING ERRCODE = 'restrict_violation'"

#: A step follows the one before, by an act that leads from there to where it says; an extension is told in the letter
#: of its own step, within the first period.
IN_ORDER = pgtrigger.Trigger(
    name="in_order",
    when=pgtrigger.Before,
    operation=pgtrigger.Insert,
    declare=[("request", "record")],
    func=f"""
        SELECT * INTO request FROM audit_request r WHERE r.base_id = NEW.base_id AND r.id = NEW.request_id;
        IF NEW.number <> request.steps + 1 THEN
            RAISE EXCEPTION 'Step % of a request comes after step %.', request.steps + 1, request.steps {_REFUSED};
        END IF;
        IF NEW.number = 1 AND NEW.act = '{Act.RECEIVE}' AND NEW.state = '{State.RECEIVED}' THEN
            RETURN NEW;
        END IF;
        IF NOT EXISTS (SELECT FROM (VALUES {_WAYS}) AS way(act, before, after)
                        WHERE way.act = NEW.act AND way.before = request.state AND way.after = NEW.state)
           OR NEW.act = '{Act.RESUME}' AND NEW.state <> request.held_from
        THEN
            RAISE EXCEPTION 'No act % leads a request from % to %.', NEW.act, request.state, NEW.state {_REFUSED};
        END IF;
        IF NEW.act = '{Act.EXTEND}' AND (NEW.at AT TIME ZONE request.zone)::date > request.first_on THEN
            RAISE EXCEPTION 'The first period of this request is over; it is not extended any more.' {_REFUSED};
        END IF;
        RETURN NEW;
    """,
)

#: The row of a request changes only with its latest step; it is settled only with its identity and its decision, and
#: closed only with evidence of every step.
FOLLOWS_STEPS = pgtrigger.Trigger(
    name="follows_steps",
    when=pgtrigger.Before,
    operation=pgtrigger.Update,
    declare=[("step", "record"), ("fixed", "text[]")],
    func=f"""
        fixed := ARRAY['base_id', 'id', 'kind', 'regime', 'regime_from', 'country', 'zone', 'subject_id', 'filed_by',
                       'received_at'];
        IF EXISTS (SELECT FROM unnest(fixed) AS f(name) WHERE to_jsonb(NEW) -> f.name <> to_jsonb(OLD) -> f.name)
           OR NEW.clock_from > OLD.clock_from
        THEN
            RAISE EXCEPTION 'What a request asks, and since when, stays as it was received.' {_REFUSED};
        END IF;
        IF NEW.steps = OLD.steps THEN
            IF NEW.state <> OLD.state OR NEW.identity <> OLD.identity OR NEW.held_from <> OLD.held_from
               OR NEW.decision IS DISTINCT FROM OLD.decision
            THEN
                RAISE EXCEPTION 'A request goes on only by a step.' {_REFUSED};
            END IF;
            RETURN NEW;
        END IF;
        SELECT * INTO step FROM audit_request_step s
         WHERE s.base_id = NEW.base_id AND s.request_id = NEW.id AND s.number = NEW.steps;
        IF step.number IS NULL OR NEW.steps <> OLD.steps + 1 OR step.state <> NEW.state THEN
            RAISE EXCEPTION 'A request goes on only by a step.' {_REFUSED};
        END IF;
        IF NEW.identity <> OLD.identity AND NOT EXISTS (
               SELECT FROM (VALUES {_SAYS}) AS says(act, said)
                WHERE says.act = step.act AND says.said = NEW.identity)
        THEN
            RAISE EXCEPTION 'No act % settles an identity as %.', step.act, NEW.identity {_REFUSED};
        END IF;
        IF NEW.state IN ({_SETTLED}) AND NOT EXISTS (
               SELECT FROM audit_request_decision d
                WHERE d.base_id = NEW.base_id AND d.request_id = NEW.id AND d.number = NEW.decision
                  AND (d.seconded_by IS NOT NULL OR NOT d.needs_second)
                  AND (NEW.identity = '{Identity.PROVEN}'
                       OR NEW.identity = '{Identity.UNPROVEN}' AND d.outcome = '{Outcome.REFUSE}'))
        THEN
            RAISE EXCEPTION 'Nothing is decided before identity is settled and as many agree as are needed.' {_REFUSED};
        END IF;
        IF step.act IN ('{Act.EXTEND}', '{Act.DECIDE}') AND NOT EXISTS (
               SELECT FROM audit_request_letter l
                WHERE l.base_id = NEW.base_id AND l.request_id = NEW.id AND l.step = step.number)
           OR step.act = '{Act.EXTEND}' AND NOT EXISTS (
               SELECT FROM audit_request_text t
                WHERE t.base_id = NEW.base_id AND t.request_id = NEW.id AND t.step = step.number
                  AND t.purpose = 'reason')
        THEN
            RAISE EXCEPTION 'What is extended, with its reason, or decided is told by a letter.' {_REFUSED};
        END IF;
        IF NEW.state = '{State.CLOSED}' AND EXISTS (
               SELECT FROM (VALUES {_NEEDED}) AS needed(act)
                WHERE NOT EXISTS (SELECT FROM audit_request_step s
                                   WHERE s.base_id = NEW.base_id AND s.request_id = NEW.id AND s.act = needed.act))
        THEN
            RAISE EXCEPTION 'No request is closed before every step has evidence.' {_REFUSED};
        END IF;
        RETURN NEW;
    """,
)

#: To a decision somebody agrees once; its words may be erased; nothing else changes.
AGREED_ONCE = pgtrigger.Trigger(
    name="agreed_once",
    when=pgtrigger.Before,
    operation=pgtrigger.Update,
    declare=[("agreed", "text[]"), ("erased", "text[]")],
    func=f"""
        agreed := ARRAY['seconded_by', 'seconded_at'];
        erased := ARRAY['reasons', 'erased_at'];
        IF to_jsonb(NEW) - agreed = to_jsonb(OLD) - agreed AND OLD.seconded_by IS NULL AND NEW.seconded_by IS NOT NULL
           OR to_jsonb(NEW) - erased = to_jsonb(OLD) - erased AND NEW.reasons = '' AND NEW.erased_at IS NOT NULL
        THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION 'A decision stays as it was proposed.' {_REFUSED};
    """,
)

#: Words stay as they were written, or are erased.
ERASED_ONLY = pgtrigger.Trigger(
    name="erased_only",
    when=pgtrigger.Before,
    operation=pgtrigger.Update,
    declare=[("erased", "text[]")],
    func=f"""
        erased := ARRAY['text', 'erased_at'];
        IF to_jsonb(NEW) - erased = to_jsonb(OLD) - erased AND NEW.text = '' AND NEW.erased_at IS NOT NULL THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION 'The words of a request stay as they were, or are erased.' {_REFUSED};
    """,
)
