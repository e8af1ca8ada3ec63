"""Registers the project's own system checks."""

from django.apps import AppConfig


class ProjectConfig(AppConfig):
    name = "config"
    label = "config"

    def ready(self) -> None:
        from config import checks  # noqa: F401  (importing registers them)
