"""Words of the command line: of manage.py and the wheel with their arguments, of dev.py and of make."""

import argparse
import re
from collections.abc import Iterator

from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand

from devtools import ROOT
from devtools.inventory.pages import OURS
from pairwright.start.run import options


def lines() -> Iterator[str]:
    usual = {word for action in _actions(BaseCommand(), "usual") for word in action.option_strings}
    for name, app in get_commands().items():
        if app in OURS:
            yield f"manage.py {name}"
            for action in _actions(load_command_class(app, name), name):
                if not usual.intersection(action.option_strings):
                    yield from _argument(f"manage.py {name}", action)
    for action in options()._actions:
        yield from _argument("pairwright start", action)
    for word in re.findall(r"^    ([a-z]+) ", _text("dev.py").split('"""')[1], re.MULTILINE):
        yield f"dev.py {word}"
    for word in re.findall(r"^\.PHONY: (.*)$", _text("Makefile"), re.MULTILINE)[0].split():
        yield f"make {word}"


def _actions(command: BaseCommand, name: str) -> list[argparse.Action]:
    return command.create_parser("manage.py", name)._actions


def _argument(of: str, action: argparse.Action) -> Iterator[str]:
    for spelled in action.option_strings or [action.dest.upper()]:
        yield f"{of} {spelled} takes {1 if action.nargs is None else action.nargs}"
        if action.default not in (None, argparse.SUPPRESS):
            yield f"{of} {spelled} default {str(action.default).replace(str(ROOT), '.') or 'empty'}"
        for word in action.choices or ():
            yield f"{of} {spelled} may be {word}"


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")
