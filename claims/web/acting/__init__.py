"""Pages on which a person acts: fill in, see what would happen, confirm, keep the receipt."""
