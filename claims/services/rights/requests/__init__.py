"""What is done with a request of a person: one act a file."""
