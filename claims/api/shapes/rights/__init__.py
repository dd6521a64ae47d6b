"""The rights of the person concerned, as they are sent and shown."""
