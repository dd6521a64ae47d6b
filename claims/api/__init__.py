"""The door for agents: JSON over HTTP, as docs/openapi.json has it."""
