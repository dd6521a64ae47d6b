"""Hold back what a request says is wrong, until that is looked at (GDPR Art. 18(1)(a) and (d))."""

from __future__ import annotations

from uuid import UUID

from audit.requests.words import OVER, Act
from claims.queries import claims as claim_rows
from claims.queries.rights import requests
from claims.services.restrict_claim import restrict_claim
from claims.services.rights.requests.taking import Case, Taken


def hold_back(case: Case, **more: object) -> None:
    """Restrict the claims of a request; those that are restricted already stay so, whatever becomes of it. ``more`` is
    said in the evidence."""
    rows = claim_rows.by_ids(case.base, case.row.claims)
    to_do: list[UUID] = sorted(row.id for row in rows if not row.restricted)
    revisions = [
        restrict_claim(base=case.base, actor=case.actor, claim=each, reason=case.reference).revision for each in to_do
    ]
    evidence = {
        "claims": [str(each) for each in to_do],
        "revisions": revisions,
        "held_before": len(rows) - len(to_do),
        **more,
    }
    case.take(Act.RESTRICT, Taken(evidence=evidence, targets=to_do))


def held_for(case: Case) -> frozenset[UUID]:
    """The claims of this request that are held back for requests, and for no other that is open."""
    held = requests.held_by_requests(case.base, case.row.claims)
    return frozenset(held - requests.open_about(case.base, sorted(held), case.id, sorted(OVER)))
