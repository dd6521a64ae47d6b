"""Two questions a machine asks: does the process live, and may it be sent requests?"""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse


def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"status": "alive"})


def readyz(request: HttpRequest) -> JsonResponse:
    """The database is reachable and has the tables this code expects; else 503 and the reason."""
    try:
        executor = MigrationExecutor(connection)
        pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return JsonResponse({"status": "database unreachable"}, status=503)
    if pending:
        return JsonResponse({"status": f"{len(pending)} migrations to apply"}, status=503)
    return JsonResponse({"status": "ready"})
