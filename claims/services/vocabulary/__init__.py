"""The vocabulary: read, loaded from its file, and changed with its consequences."""
