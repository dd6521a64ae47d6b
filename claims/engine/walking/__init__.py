"""The walk of one question, and what an assertion is told of it."""
