"""What the API remembers of requests."""
