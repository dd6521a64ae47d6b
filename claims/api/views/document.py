"""The document of the API, and a page to read it with."""

from __future__ import annotations

from typing import ClassVar

from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiJsonRenderer2, OpenApiYamlRenderer
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.negotiation import DefaultContentNegotiation


class Schema(SpectacularAPIView):
    """`/api/v1/schema/`: OpenAPI 3.1, as JSON unless YAML is asked for."""

    renderer_classes: ClassVar = [OpenApiJsonRenderer2, OpenApiJsonRenderer, OpenApiYamlRenderer]
    content_negotiation_class = DefaultContentNegotiation
    authentication_classes = ()
    permission_classes = ()


class Docs(SpectacularSwaggerSplitView):
    """`/api/v1/docs/`: the document to read and to try, with scripts and styles served from here and none inline."""

    template_name = "api/docs.html"
    content_negotiation_class = DefaultContentNegotiation
    authentication_classes = ()
    permission_classes = ()
    title = "Rectify"
