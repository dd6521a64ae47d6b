"""What the rights of the person concerned need read and removed. Each statement is within one base."""
