"""Plans: the difference that acts make, as data, and what each act is told."""
