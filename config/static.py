"""Which static files are collected, and how: hashed names with gzip copies, no files that no page uses."""

from django.contrib.staticfiles.apps import StaticFilesConfig
from whitenoise.storage import CompressedManifestStaticFilesStorage


class CollectedFiles(StaticFilesConfig):
    """Leaves out source maps (half of all bytes) and parts of libraries that no page here uses."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "*.map", "redoc", "rest_framework"]


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """Rewrites `url(...)` and `@import` in style sheets, but no names of source maps: none is shipped."""

    # A module that imports another by a relative path gets the hashed name too.
    support_js_module_import_aggregation = True
    patterns = (
        (
            "*.css",
            (
                r"""(?P<matched>url\(['"]{0,1}\s*(?P<url>.*?)["']{0,1}\))""",
                (r"""(?P<matched>@import\s*["']\s*(?P<url>.*?)["'])""", """@import url("%(url)s")"""),
            ),
        ),
    )
