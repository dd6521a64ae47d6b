"""Contradictions and what else a person should look at: reported, resolved, decided."""
