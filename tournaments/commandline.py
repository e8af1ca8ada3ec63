"""What the commands on event documents share: reading files, one line of JSON each, errors without
tracebacks.

They answer on stdout with JSON, complain on stderr in one line (and note there what a report says in another
way, a line each), and touch no database. Exit codes: 0; 2 for
bad input; 3 when no legal pairing exists; 1 for a bug of ours. With several files every file is one line of
JSON on stdout, an impossible or bad one too, and the exit code is 0.
"""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from textwrap import fill
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, DjangoHelpFormatter

from pairing.formats import document, trf
from pairing.model.errors import Impossible, PairingError
from pairing.model.schema import DocumentError
from pairing.model.types import Snapshot
from pairing.systems import SYSTEMS, seats_of

OK, BUG, BAD_INPUT, IMPOSSIBLE = 0, 1, 2, 3
MOST_WORKERS = 64
_EXIT_CODES = (
    "0: an answer; 1: a bug in Pairwright; 2: bad input, said in one line; 3: no legal pairing exists"
)


class _Formatter(DjangoHelpFormatter, RawDescriptionHelpFormatter):
    """Keeps the lines of what stands above the options."""


class PlainCommand(BaseCommand):
    """A command that needs no database, refuses a wrong call in one line, and names a bug of ours in one."""

    requires_system_checks: list[str] = []
    example = ""  # arguments of a call that can be tried
    words: Mapping[str, Iterable[str]] = {}  # what its options choose among

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: object) -> Any:
        parser = super().create_parser(prog_name, subcommand, formatter_class=_Formatter, **kwargs)
        above = {name: ", ".join(words) for name, words in self.words.items()} | {"exit codes": _EXIT_CODES}
        parts = [fill(f"{name}: {text}", 79, subsequent_indent="  ") for name, text in above.items()]
        example = f"example: {parser.prog} {self.example}"
        parser.description = "\n".join([fill(self.help, 79), "", example, *parts])

        def error(message: str) -> NoReturn:
            print(f"{subcommand}: {one_line(message)}", file=sys.stderr)
            raise SystemExit(BAD_INPUT)

        parser.error = error  # type: ignore[method-assign]
        return parser

    def execute(self, *args: object, **options: object) -> str | None:
        try:
            return super().execute(*args, **options)
        except Exception as error:
            if options.get("traceback"):
                raise
            self.stderr.write(as_bug(type(self).__module__.rpartition(".")[2], error))
            raise SystemExit(BUG) from None

    def read(self, name: str) -> Snapshot:
        """The snapshot in a file; what a report could not say plainly goes to stderr, a line each.

        Errors: PairingError.
        """
        snapshot, notes = read(name)
        for note in notes:
            self.stderr.write(one_line(f"{name}: note: {note}"))
        return snapshot

    def refuse(self, name: str, error: Exception) -> NoReturn:
        """End with the error in one line; `name` is that of the file, or of the command."""
        self.stderr.write(one_line(f"{name}: {error}"))
        raise SystemExit(IMPOSSIBLE if isinstance(error, Impossible) else BAD_INPUT) from None


class FileCommand(PlainCommand):
    """A command whose arguments are event documents or FIDE reports.

    A subclass says in `answer` what one snapshot gives: the JSON data (or, where asked for, a text) and the exit code.
    """

    one_file_only = False
    words = {"systems": SYSTEMS}

    def answer(
        self, snapshot: Snapshot, options: Mapping[str, object]
    ) -> tuple[dict[str, object] | str, int]:
        raise NotImplementedError

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files",
            nargs=1 if self.one_file_only else "+",
            metavar="FILE",
            help="an event document, a FIDE report (.trf), or - for a document on standard input",
        )
        parser.add_argument("--system", metavar="NAME", help="pair by this system, whatever the file says")
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="KEY=VALUE",
            help="an option of the system; may be given more than once",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        files = options["files"]
        if len(files) == 1:
            data, code = self._answered(files[0], options)
            if isinstance(data, dict) and "error" in data:
                self.stderr.write(data["error"])
            else:
                self.stdout.write(_written(data))
            if code != OK:
                raise SystemExit(code)
            return
        for name in files:
            self.stdout.write(_written(self._answered(name, options)[0]))
            self.stdout.flush()

    def answer_file(self, name: str, options: Mapping[str, Any]) -> tuple[dict[str, object] | str, int]:
        """What the snapshot in a file gives. Errors: PairingError."""
        return self.answer(override(self.read(name), options["system"], options["option"]), options)

    def _answered(self, name: str, options: Mapping[str, object]) -> tuple[dict[str, Any] | str, int]:
        try:
            return self.answer_file(name, options)
        except PairingError as error:
            return {"error": one_line(f"{name}: {error}")}, BAD_INPUT
        except Exception as error:
            if options.get("traceback"):
                raise
            return {"error": as_bug(name, error)}, BUG


def _written(data: dict[str, object] | str) -> str:
    return data if isinstance(data, str) else json.dumps(data)


def whole(least: int, most: int) -> Callable[[str], int]:
    """The type of an argument that is a whole number."""

    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 25 and least <= int(text) <= most):
            raise ArgumentTypeError(f"give a whole number from {least} to {most}")
        return int(text)

    return number


def as_bug(name: str, error: Exception) -> str:
    """Nobody at an event is helped by a traceback; --traceback shows it to whoever reports the bug."""
    return one_line(f"{name}: internal error, please report it: {type(error).__name__}: {error}")


def one_line(text: object) -> str:
    """A message that stays on its line, whatever a file had in it."""
    words = " ".join(str(text).split())
    return "".join(c if c.isprintable() else "?" for c in words)[:1000]


def read(name: str) -> tuple[Snapshot, tuple[str, ...]]:
    """The snapshot in a file, or on standard input for `-`, and the notes of a report. Errors: PairingError, also when
    it cannot be read.
    """
    raw = read_bytes(name)
    if is_report(name):
        report = trf.read(raw)
        return report.snapshot, report.notes
    return document.load(document.parse_json(raw)), ()


def is_report(name: str) -> bool:
    """Whether a file is a FIDE report, by its name."""
    return name.lower().endswith(".trf")


def read_bytes(name: str) -> bytes:
    """What is in a file, or on standard input for `-`. Errors: PairingError when it cannot be read."""
    try:
        if name == "-":
            return sys.stdin.buffer.read()
        with open(name, "rb") as file:
            return file.read()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a file name"
        raise DocumentError("cannot be read", str(reason)) from None


def override(snapshot: Snapshot, system: str | None, words: list[str]) -> Snapshot:
    """The snapshot with another system or options; another system starts from its own default options.

    The result is checked like a document. Errors: PairingError.
    """
    if system is None and not words:
        return snapshot
    if snapshot.phases:
        raise DocumentError("--system" if system else "--option", "the phases of the event name their own")
    options = {} if system not in (None, snapshot.system) else dict(snapshot.options)
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise DocumentError("--option", f"{word}: write KEY=VALUE")
        options[key] = value
    slug = system or snapshot.system
    changed = replace(snapshot, system=slug, seats=seats_of(slug), options=options)
    return document.checked(changed, open_from=1)
