"""What stands in a copy: plain values, in the shape that `docs/copy.schema.json` tells."""
