"""Valid and recorded time: half-open periods, sets of them, and dates known only in part."""
