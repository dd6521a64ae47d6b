"""What stands round a claim: what leans on it, what it touches, and how it weighs beside another."""
