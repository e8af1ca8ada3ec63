"""ASGI entry, for hosts that offer nothing else; `config/wsgi.py` is the fast one."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_asgi_application()
