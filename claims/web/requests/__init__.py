"""Requests of persons about their data: filed and followed by them, worked on by compliance."""
