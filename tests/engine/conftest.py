"""How hard Hypothesis tries: HYPOTHESIS_PROFILE is ``quick`` (as it is), ``thorough``, or ``rough``.

``rough`` shows the first failing example as it was drawn, and so answers at once.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

_PATIENT = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("quick", max_examples=100, deadline=None, suppress_health_check=_PATIENT)
settings.register_profile("thorough", max_examples=2000, deadline=None, suppress_health_check=_PATIENT)
settings.register_profile("rough", settings.get_profile("quick"), phases=[Phase.explicit, Phase.generate])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
