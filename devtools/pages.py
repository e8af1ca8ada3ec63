"""What `dev.py check` and `dev.py layout` do with templates, style sheets and scripts (docs/pages.md).

The tools are programs without dependencies that pip installs; their settings stand in pyproject.toml
([tool.djangofmt]), .oxfmtrc.json and .oxlintrc.json.
"""

from __future__ import annotations

from devtools import BIN, call

TEMPLATES = "templates"
SHEETS, SCRIPTS = "static/css", "static/js"


def check() -> int:
    """0 if everything is laid out as the formatters do it and the linters find nothing."""
    return (
        call(BIN / "djangofmt", "--check", TEMPLATES)
        + call(BIN / "djangofmt", "check", TEMPLATES)
        + call(BIN / "oxfmt", "--check", SHEETS, SCRIPTS)
        + call(BIN / "oxlint", "--deny-warnings", SCRIPTS)
    )


def layout() -> int:
    """Put right what the linters can put right by themselves, then lay everything out."""
    return (
        call(BIN / "djangofmt", "check", "--fix", TEMPLATES)
        + call(BIN / "djangofmt", TEMPLATES)
        + call(BIN / "oxlint", "--deny-warnings", "--fix", SCRIPTS)
        + call(BIN / "oxfmt", SHEETS, SCRIPTS)
    )
