"""What an act came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from claims.api.shapes.claims import ClaimShown, Period, Shown
from claims.api.shapes.strict import Id
from claims.services.outcomes import OutcomeView
from claims.services.reading.read_claims import ClaimView
from claims.services.reading.results import Results

OUTCOMES = (
    "expanded", "corroborated", "revised", "superseded", "contested", "unsupported", "rejected",
    "contracted", "withdrawn", "confirmed", "restricted", "released", "completed", "resolved", "undone",
    "rejustified", "aliased", "erased",
)  # fmt: skip


class Rival(Shown):
    """A rival and how the assertion fared against it: the row of the table by which its outcome is told."""

    claim = Id(allow_null=True)
    told = serializers.CharField(source="row")
    tier = serializers.CharField()


class Outcome(Shown):
    """What came of one act. `revision` is null in a preview; `superseded` lost any period, `restored` got some back
    without being asserted, `flagged` lost a reason and should be looked at. `claim` is null where the act is upon no
    one claim, and in a preview where the base does not have it yet; `digest` is empty where an act was neither looked
    at first nor bound to a plan."""

    outcome = serializers.ChoiceField(choices=OUTCOMES)
    revision = serializers.IntegerField(allow_null=True)
    digest = serializers.CharField(allow_blank=True)
    claim = ClaimShown(allow_null=True)
    accepted = Period(many=True)
    superseded = serializers.ListField(child=Id())
    restored = serializers.ListField(child=Id())
    flagged = serializers.ListField(child=Id())
    rivals = Rival(many=True)
    explanation = serializers.ListField(child=serializers.CharField())


class Impact(Shown):
    """What an act would change, in a preview: how many claims lose or get back a period, how many have to be looked at,
    how many lean on what changes beyond the direct dependents (up to 1,000), and which agents were served a claim that
    changes."""

    superseded = serializers.IntegerField()
    restored = serializers.IntegerField()
    flagged = serializers.IntegerField()
    beyond = serializers.IntegerField()
    agents = serializers.ListField(child=serializers.CharField())


class Done(Outcome):
    """What came of an act. In a preview, `dependents` are the claims that lean directly on what changes, and `beyond`
    counts those that lean on them in turn; these and `impact` are left out once it is done."""

    dependents = serializers.ListField(child=Id(), required=False)
    beyond = serializers.IntegerField(required=False)
    impact = Impact(required=False)


class Fault(Shown):
    """One thing that is wrong: where, as a JSON pointer into what was sent (a query parameter is its name after a
    slash), and a sentence."""

    pointer = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


class Problem(Shown):
    """What went wrong (RFC 9457). Nothing was changed. A stale plan brings the new one and its digest."""

    type = serializers.CharField(help_text="/problems/ and a name that stays.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    errors = Fault(many=True)  # type: ignore[assignment]  # a field by this name
    digest = serializers.CharField(required=False)
    plan = serializers.JSONField(required=False, help_text="The answer to a preview of the same act.")


@extend_schema_field(
    PolymorphicProxySerializer(
        component_name="OutcomeOrProblem", serializers=[Outcome, Problem], resource_type_field_name=None, many=True
    )
)
class Fates(serializers.JSONField):
    """Outcomes and problems, shown already."""


class Outcomes(Shown):
    """What came of each item, in order: its outcome, or where it stands alone (`atomic` false) its problem. `revision`
    and `digest` are those of an atomic batch."""

    results = Fates()
    revision = serializers.IntegerField(allow_null=True)
    digest = serializers.CharField(allow_null=True)
    dependents = serializers.ListField(child=Id(), required=False)
    beyond = serializers.IntegerField(required=False)
    impact = Impact(required=False)


def body_of(results: Results, request: Request) -> dict[str, Any]:
    """The answer to one act; in a preview with what leans on what changes."""
    return {**_outcome(results.whole, results.claims, request), **_leaning(results)}


def batch_body(results: Results, request: Request) -> dict[str, Any]:
    """The answer to an atomic batch."""
    return {
        "results": outcome_bodies(results, request),
        "revision": results.revision,
        "digest": results.digest,
        **_leaning(results),
    }


def _leaning(results: Results) -> dict[str, Any]:
    impact = results.impact
    if impact is None:
        return {}
    counts = {name: len(getattr(impact, name)) for name in ("superseded", "restored", "flagged")}
    return {
        "dependents": [str(each) for each in impact.dependents],
        "beyond": impact.beyond,
        "impact": {**counts, "beyond": impact.beyond, "agents": [each.name for each in impact.agents]},
    }


def outcome_bodies(results: Results, request: Request) -> Sequence[dict[str, Any]]:
    """Every outcome with its claim as it stands now."""
    return [_outcome(each, results.claims, request) for each in results.outcomes]


def _outcome(view: OutcomeView, claims: Mapping[Any, ClaimView], request: Request) -> dict[str, Any]:
    shown = {name: getattr(view, name) for name in view.__slots__} | {"claim": claims.get(view.claim)}
    body: dict[str, Any] = Outcome(shown, context={"request": request}).data
    return body
