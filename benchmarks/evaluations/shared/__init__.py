"""What evaluations share: files of rows, belief bases to send them to, and the report of what came of it."""
