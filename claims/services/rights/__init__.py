"""The rights of the person concerned, carried out (product.md §3)."""
