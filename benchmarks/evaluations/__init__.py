"""One module an evaluation: what it sends, and what must come of it. `shared` holds what they have in common."""
