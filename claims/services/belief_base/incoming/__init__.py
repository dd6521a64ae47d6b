"""What becomes of an assertion before it is planned: it may be an echo, or have to wait."""
