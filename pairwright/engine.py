"""`pairwright engine`: one request, its answer in the form of bbpPairings, and its exit codes (docs/engine.md)."""

import re
import sys
import tomllib
import traceback
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from secrets import randbelow

from pairing.engine.recheck import before
from pairing.formats import trf
from pairing.formats.trf_lines import decode
from pairing.model.errors import Impossible, PairingError
from pairing.model.schema import DocumentError
from pairing.model.types import Round, Snapshot
from pairwright import generator, model, sources
from pairwright.arguments import Generation, Request, read
from pairwright.boards import Board, PairedAgain, boards, checked, paired_again, played_in
from pairwright.checklist import checklist

OK, NO_VALID_PAIRING, UNEXPECTED_ERROR, INVALID_REQUEST, LIMIT_EXCEEDED, FILE_ERROR = range(6)
WRITER = "Pairwright"  # ends a checklist, as the name of bbpPairings ends its own
SYNTAX = """usage: pairwright engine [-r]
       pairwright engine [-r] SYSTEM FILE -c [-l [LIST]]
       pairwright engine [-r] SYSTEM FILE -p [OUT] [-l [LIST]]
       pairwright engine [-r] SYSTEM (MODEL -g | -g [CONFIG]) -o OUT [-s SEED] [-l [LIST]]
SYSTEM: --dutch, --burstein or --dubov"""
# The system that a report names itself.
_TYPE = re.compile(r"^192 FIDE_(DUTCH|BURSTEIN|DUBOV)(?:_20\d\d)?(?:_BAKU)?\s*$", re.MULTILINE)
_BY_RANK = re.compile(r"^XXC\b.*\brank\b", re.MULTILINE)


def run(words: Sequence[str]) -> int:
    """Do what the command line says. Returns the exit code."""
    asks_for_build = words[:1] in ([], ["-r"])  # without any word, too
    words = words[asks_for_build:]
    try:
        request = read(words)
    except ValueError:  # a word that no path can be
        request = None
    if words and request is None:
        print(SYNTAX, file=sys.stderr)
        return INVALID_REQUEST
    if asks_for_build:
        project = tomllib.loads((sources.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        print(WRITER, project["version"])
    if request is None:
        return OK
    try:
        return _answer(request)
    except OSError as error:
        return _failed(request, error, FILE_ERROR)
    except Impossible as error:
        return _failed(request, error, NO_VALID_PAIRING)
    except OverflowError as error:
        return _failed(request, error, LIMIT_EXCEEDED)
    except (DocumentError, PairingError) as error:
        return _failed(request, error, INVALID_REQUEST)
    except Exception:  # a fault of ours: callers are promised a code of its own
        traceback.print_exc()
        return UNEXPECTED_ERROR


def _failed(request: Request | Generation, error: Exception, code: int) -> int:
    print(f"Error with {request.file or request.output}: {error}", file=sys.stderr)
    return code


def _answer(request: Request | Generation) -> int:
    if isinstance(request, Generation):
        return _generate(request)
    if request.output:
        request.output.write_text("")  # nobody takes the answer of an earlier call for that of one that fails
    snapshot = _event(_lines(request.file), request.system).snapshot
    if request.check:
        rounds = list(paired_again(snapshot))
        for line in checked(request.file.stem, rounds):
            print(line)
        if request.checklist:
            request.checklist.write_text("".join((*map(_list, rounds), WRITER)))
        return OK
    _check_can_pair(snapshot)
    return _pair(request, snapshot)


def _pair(request: Request, snapshot: Snapshot) -> int:
    try:
        found = boards(snapshot)
    except Impossible:
        _write_list(request, snapshot, None)
        raise
    text = "".join(f"{line}\n" for line in (len(found), *(f"{white} {black}" for white, black in found)))
    if request.output:
        request.output.write_text(text)
    else:
        print(text, end="")
    _write_list(request, snapshot, found)
    return OK


def _write_list(request: Request, snapshot: Snapshot, found: list[Board] | None) -> None:
    if request.checklist:
        end = "" if found is None else WRITER
        request.checklist.write_text(checklist(snapshot, found) + end)


def _list(past: PairedAgain, end: str = "") -> str:
    return f"Round #{past.round.number}{end}\n{checklist(past.known, past.found)}"


def _generate(request: Generation) -> int:
    seed = randbelow(2**32) if request.seed is None else request.seed
    rng, lines = Random(seed), _lines(request.file)
    if request.is_model:
        source = _event(lines, request.system)
        given, event = model.shares(source), model.before_round_1(source.snapshot, lines)
    else:
        given = generator.settings(rng, lines)
        event = generator.drawn(request.system, given, rng)
    event, failure = generator.with_chance(rng, event, given), None
    head = generator.head(seed)
    request.output.write_text(f"{head}\r", newline="")  # also where a fault ends the event
    try:
        for after_a_round in generator.played(rng, event, given, seed):
            event = after_a_round
    except Impossible as error:
        failure = error
    rest = model.report(event, lines) if request.is_model else generator.report(event, given)
    request.output.write_text("".join(f"{line}\r" for line in (head, *rest)), "utf-8", newline="")
    if request.checklist:
        request.checklist.write_text(_lists(event, is_over=failure is None))
    if failure:
        raise failure
    return OK


def _lists(event: Snapshot, *, is_over: bool) -> str:
    """The lists of a generated event: of its rounds, and of the one that could not be paired."""
    rounds = [PairedAgain(round_, before(event, round_), played_in(round_)) for round_ in event.rounds]
    coming = [] if is_over else [PairedAgain(Round(len(rounds) + 1), event, None)]
    return "".join((*(_list(round_, end=".") for round_ in rounds + coming), WRITER))


def _lines(file: Path | None) -> list[str]:
    return decode(file.read_bytes()).splitlines() if file else []


def _event(lines: list[str], system: str) -> trf.Report:
    """The report, its event to be paired by the system that is asked for. Errors: DocumentError."""
    text = "\n".join(lines)
    report = trf.read(text)
    for note in report.notes:
        print(note, file=sys.stderr)
    entrants = report.snapshot.entrants
    if not _BY_RANK.search(text) and [e.id for e in entrants] != list(range(1, len(entrants) + 1)):
        raise DocumentError("001", "a start number is missing")
    named = _TYPE.search(text)
    if named and named[1].lower() != system:
        raise DocumentError("192", f"the report names another system: {named[1].lower()}")
    return replace(report, snapshot=replace(report.snapshot, system=system))


def _check_can_pair(snapshot: Snapshot) -> None:
    """What a pairing needs from the report. Errors: DocumentError."""
    if snapshot.rounds_planned is None:
        raise DocumentError("142", "the number of rounds is missing")
    if "initial_colour" not in snapshot.options:
        raise DocumentError("152", "the colour of the first player in round 1 is missing")
