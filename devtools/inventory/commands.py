"""Command-line words: of manage.py with their arguments, of dev.py and of make."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from typing import Any

from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand

from devtools import ROOT

Lines = Iterator[tuple[str, str]]
OURS = ("accounts", "config", "tournaments")


def lines() -> Lines:
    usual = {word for action in _actions(BaseCommand(), "usual") for word in action.option_strings}
    for name, app in get_commands().items():
        if app in OURS:
            yield f"manage.py {name}", ""
            yield from _arguments(f"manage.py {name}", _actions(load_command_class(app, name), name), usual)
    for word in _words_of_dev():
        yield f"dev.py {word}", ""
    for word in _words_of_make():
        yield f"make {word}", ""


def _actions(command: BaseCommand, name: str) -> list[argparse.Action]:
    return command.create_parser("manage.py", name)._actions


def _arguments(of: str, actions: list[argparse.Action], usual: set[str]) -> Lines:
    for action in actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, parser in action.choices.items():
                yield f"{of} {word}", ""
                yield from _arguments(f"{of} {word}", parser._actions, usual)
        elif not set(action.option_strings) & usual:
            yield from _argument(of, action)


def _argument(of: str, action: argparse.Action) -> Lines:
    for spelled in action.option_strings or [action.dest.upper()]:
        what = f"{of} {spelled}"
        yield f"{what} takes {_number(action)}", type(action).__name__
        if action.default not in (None, argparse.SUPPRESS):
            yield f"{what} default {_shown(action.default)}", ""
        for word in action.choices or ():
            yield f"{what} may be {word}", ""


def _number(action: argparse.Action) -> str:
    """How many words follow: as argparse writes it, 0 for a switch."""
    return "1" if action.nargs is None else str(action.nargs)


def _shown(value: Any) -> str:
    return str(value).replace(str(ROOT), ".") or "empty"


def _words_of_dev() -> list[str]:
    text = (ROOT / "dev.py").read_text(encoding="utf-8").split('"""')[1]
    return re.findall(r"^    ([a-z]+) ", text, re.MULTILINE)


def _words_of_make() -> list[str]:
    found = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    return found[1].split() if found else []
