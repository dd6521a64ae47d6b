"""Requests of persons about their data: what may be asked, how a request goes on, until when it must be answered."""
