"""A base about a project, and Scout with a key to it."""

import pytest

from claims.models import BeliefBase
from tests.api.client import Api, key_for


@pytest.fixture
def base(db: None) -> BeliefBase:
    return BeliefBase.objects.create(label="Skylark", kind="project")


@pytest.fixture
def scout(base: BeliefBase) -> Api:
    return Api(base.id, key=key_for(base.id))
