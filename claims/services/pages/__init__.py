"""What pages show, put together: one call a page."""
