"""Endpoints: each reads what was sent, makes one call, and shows what came of it."""
