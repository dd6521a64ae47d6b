"""How hard Hypothesis tries: ``quick`` at a desk, ``thorough`` where HYPOTHESIS_PROFILE asks for it."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

_PATIENT = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("quick", max_examples=200, deadline=None, suppress_health_check=_PATIENT)
settings.register_profile("thorough", max_examples=2000, deadline=None, suppress_health_check=_PATIENT)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
