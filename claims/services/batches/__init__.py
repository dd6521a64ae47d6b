"""Acts many at a time."""
