"""The rights of the person concerned, carried out."""
