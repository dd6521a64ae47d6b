"""Copies of what is kept about a person (GDPR Art. 15 and 20): asked for, made by the worker, taken, and removed."""
