"""The pass phrase of a hand-over pack: never an argument, which everybody on the machine can read."""

import sys
from getpass import getpass

from django.core.management.base import CommandError

HELP = "The pass phrase is typed; without a terminal it is the first line of the standard input."


def asked(*, twice: bool = False) -> str:
    """What is typed at a terminal, not shown; otherwise the first line of the standard input. Errors: CommandError."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    typed = getpass("Pass phrase: ")
    if twice and getpass("Pass phrase again: ") != typed:
        raise CommandError("The two pass phrases differ. Nothing was done.")
    return typed
