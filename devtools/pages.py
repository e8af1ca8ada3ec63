"""What `dev.py check` and `dev.py layout` do with templates, style sheets and scripts (docs/pages.md).

The tools are programs without dependencies that pip installs; their settings stand in pyproject.toml
([tool.djangofmt]), .oxfmtrc.json, .oxlintrc.json and deno.json.
"""

import os

from devtools import BIN, TOOLS, call

TEMPLATES = "templates"
SHEETS, SCRIPTS, SCRIPT_TESTS = "static/css", "static/js", "tests/scripts"


def check() -> int:
    """0 if everything is laid out as the formatters do it and the linters find nothing."""
    return (
        call(BIN / "djangofmt", "--check", TEMPLATES)
        + call(BIN / "djangofmt", "check", TEMPLATES)
        + call(BIN / "oxfmt", "--check", SHEETS, SCRIPTS, SCRIPT_TESTS)
        + call(BIN / "oxlint", "--deny-warnings", SCRIPTS, SCRIPT_TESTS)
    )


def scripts() -> int:
    """0 if the scripts that say `@ts-check` keep their types, and what they work out is right without a browser."""
    environment = {**os.environ, "DENO_DIR": str(TOOLS / "deno"), "DENO_NO_UPDATE_CHECK": "1"}
    return call(BIN / "deno", "check", "--quiet", SCRIPTS, env=environment) + call(
        BIN / "deno", "test", "--quiet", "--reporter=dot", SCRIPT_TESTS, env=environment
    )


def layout() -> int:
    """Put right what the linters can put right by themselves, then lay everything out."""
    return (
        call(BIN / "djangofmt", "check", "--fix", TEMPLATES)
        + call(BIN / "djangofmt", TEMPLATES)
        + call(BIN / "oxlint", "--deny-warnings", "--fix", SCRIPTS, SCRIPT_TESTS)
        + call(BIN / "oxfmt", SHEETS, SCRIPTS, SCRIPT_TESTS)
    )
