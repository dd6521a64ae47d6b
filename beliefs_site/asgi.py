"""The site as ASGI servers call it: the WSGI application behind its front."""

# isort: off
from beliefs_site.wsgi import application as site  # sets Django up, which the front wants
from beliefs_site.serving.front import Front

application = Front(site)
