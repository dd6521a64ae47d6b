"""What can be read of a base beside its claims: histories, the log of operations, the queue."""
