"""What leans on a claim, and who was served it."""
