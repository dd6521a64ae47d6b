"""The formats of a copy: each is given one record after another, and keeps none."""
