"""The API's manners: the same act once, and not too many at a time."""
