"""Every path below /api/v1/, as api.md has them."""

from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.urls.converters import IntConverter

from claims.api.views import (
    acts,
    bases,
    batch,
    beliefs,
    claims,
    document,
    entities,
    nogoods,
    reviews,
    revisions,
    vocabulary,
)
from claims.api.views.rights import erasures, requests


class RevisionNumber(IntConverter):
    """A number that a revision can have."""

    regex = "[0-9]{1,9}"


register_converter(RevisionNumber, "revision")

of_claim: list[URLPattern | URLResolver] = [
    path("", claims.Claim.as_view()),
    path("history/", claims.ClaimHistory.as_view()),
    path("explain/", claims.ClaimExplained.as_view()),
    path("impact/", claims.ClaimImpact.as_view()),
    path("contract/", acts.Contraction.as_view()),
    path("confirm/", acts.Confirmation.as_view()),
    path("restrict/", acts.Restriction.as_view()),
    path("release/", acts.Release.as_view()),
    path("complete/", acts.Completion.as_view()),
    path("erase/", erasures.Erasure.as_view()),
    path("justifications/", acts.Justifications.as_view()),
]

of_base: list[URLPattern | URLResolver] = [
    path("", bases.Base.as_view()),
    path("beliefs/", beliefs.Beliefs.as_view()),
    path("beliefs/history/", beliefs.QuestionHistory.as_view()),
    path("claims/", claims.Claims.as_view()),
    path("claims/batch/", batch.ClaimBatch.as_view()),
    path("claims/<uuid:claim>/", include(of_claim)),
    path("graph/", beliefs.Graph.as_view()),
    path("revisions/", revisions.Revisions.as_view()),
    path("revisions/<revision:number>/", revisions.Revision.as_view()),
    path("revisions/<revision:number>/undo/", revisions.Undo.as_view()),
    path("nogoods/", nogoods.Nogoods.as_view()),
    path("nogoods/<uuid:nogood>/", nogoods.Nogood.as_view()),
    path("nogoods/<uuid:nogood>/resolve/", nogoods.Resolution.as_view()),
    path("reviews/", reviews.Reviews.as_view()),
    path("reviews/<uuid:review>/close/", reviews.Verdict.as_view()),
    path("requests/", requests.Requests.as_view()),
    path("requests/<uuid:asked>/", requests.OneRequest.as_view()),
    path("requests/<uuid:asked>/<slug:step>/", requests.RequestStep.as_view()),
    path("compare/", claims.Comparison.as_view()),
    path("entities/", entities.Entities.as_view()),
    path("entities/<uuid:entity>/aliases/", entities.Aliases.as_view()),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("bases/", bases.Bases.as_view()),
    path("bases/<uuid:base>/", include(of_base)),
    path("vocabulary/", vocabulary.Vocabulary.as_view()),
    path("schema/", document.Schema.as_view(), name="schema"),
    path("docs/", document.Docs.as_view(), name="docs"),
]
