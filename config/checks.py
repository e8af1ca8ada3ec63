"""System checks: what would go wrong on an event day, each with a hint that says what to do.

`manage.py check --deploy` runs those tagged `deploy`; the others run before every command.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

from config import private

Apps = Sequence[AppConfig] | None


@register(Tags.compatibility)
def data_directory_can_be_written(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    directory = Path(settings.DATA_DIR)
    nearest = next(path for path in (directory, *directory.parents) if path.exists())
    if nearest.is_dir() and os.access(nearest, os.W_OK):
        return []
    return [
        Error(
            f"The data directory {directory} cannot be written.",
            hint="Make it writable for this user, or set DATA_DIR to one that is.",
            id="pairwright.E001",
        )
    ]


@register(Tags.security)
def others_cannot_read_our_files(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    """They are closed at every start; what is still open belongs to somebody else, or lies where modes mean nothing."""
    ours = [Path(settings.DATA_DIR), Path(settings.DATA_DIR) / "secret_key"]
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        ours += private.files_of(Path(database["NAME"]))
    unsafe = ", ".join(str(path) for path in ours if private.is_open(path))
    if not unsafe:
        return []
    return [
        Warning(
            f"Other accounts on this machine can open {unsafe}.",
            hint="As the owner of these files: `chmod go-rwx` them, or set DATA_DIR to a directory of this account.",
            id="pairwright.W006",
        )
    ]


@register(Tags.staticfiles)
def collected_files_are_there(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    if not settings.COLLECTED_STATIC or (Path(settings.STATIC_ROOT) / "staticfiles.json").is_file():
        return []
    return [
        Warning(
            "COLLECTED_STATIC is on, but nothing has been collected.",
            hint="Run `manage.py collectstatic --noinput`, or set COLLECTED_STATIC=0.",
            id="pairwright.W001",
        )
    ]


@register(Tags.translation)
def translations_are_built(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    stale = [
        source
        for folder in settings.LOCALE_PATHS
        for source in sorted(Path(folder).glob("*/LC_MESSAGES/*.po"))
        if not source.with_suffix(".mo").is_file()
    ]
    if not stale:
        return []
    names = ", ".join(str(path.relative_to(settings.BASE_DIR)) for path in stale)
    return [
        Warning(
            f"Translations are not built: {names}.",
            hint="Run `python3 dev.py setup`; until then these pages are in English.",
            id="pairwright.W002",
        )
    ]


@register(Tags.security, deploy=True)
def any_host_name_is_accepted(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    if "*" not in settings.ALLOWED_HOSTS:
        return []
    return [
        Warning(
            "ALLOWED_HOSTS accepts every host name.",
            hint="Name the hosts of this server. `*` is for one laptop on a venue's own network.",
            id="pairwright.W003",
        )
    ]


@register(Tags.security, deploy=True)
def https_is_on(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    if settings.HTTPS:
        return []
    return [
        Warning(
            "HTTPS is off: cookies and passwords can be read on the way.",
            hint="Set HTTPS=1 behind a proxy that ends TLS, with PROXY_COUNT=1.",
            id="pairwright.W004",
        )
    ]


@register(Tags.caches, deploy=True)
def processes_share_a_cache(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    if settings.REDIS_URL:
        return []
    return [
        Warning(
            "REDIS_URL is not set: each process counts API limits alone, and no worker helps.",
            hint="Set REDIS_URL, for example redis://redis:6379/0, and start a worker.",
            id="pairwright.W005",
        )
    ]
