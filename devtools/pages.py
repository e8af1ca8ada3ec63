"""What `dev.py check` and `dev.py layout` do with templates, style sheets and scripts (docs/pages.md).

The tools are programs without dependencies that pip installs; their settings stand in pyproject.toml
([tool.djangofmt]), .oxfmtrc.json and .oxlintrc.json.
"""

from __future__ import annotations

from devtools import BIN, call

SHEETS_AND_SCRIPTS = ("static/css", "static/js")


def check() -> int:
    """0 if everything is laid out as the formatters do it and the linter finds nothing."""
    return call(BIN / "oxfmt", "--check", *SHEETS_AND_SCRIPTS) + call(
        BIN / "oxlint", "--deny-warnings", "static/js"
    )


def layout() -> int:
    """Lay everything out, and put right what the linter can put right by itself."""
    return call(BIN / "oxlint", "--deny-warnings", "--fix", "static/js") + call(
        BIN / "oxfmt", *SHEETS_AND_SCRIPTS
    )
