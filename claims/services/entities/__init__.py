"""The subjects of claims: made, and listed with their names."""
