"""Endpoints for the rights of the person concerned."""
