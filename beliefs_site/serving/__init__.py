"""What stands between a server and the site: its front, what is amiss in a request, and whether it lives."""
