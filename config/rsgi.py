"""RSGI entry, for granian: the pages of `config/wsgi.py` behind the front that receives requests."""

from django.conf import settings

from config.front import Front, Limits
from config.wsgi import application as pages
from tournaments.jobs import watch

watch.begin()
application = Front(pages, Limits(seconds=settings.BODY_SECONDS))
