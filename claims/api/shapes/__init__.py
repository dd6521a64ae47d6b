"""What is sent and answered, as plain serializers: the source of docs/openapi.json."""
