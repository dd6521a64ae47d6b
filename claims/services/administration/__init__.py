"""What administrators do: keys, bases, names in the vocabulary. Each act is logged."""
