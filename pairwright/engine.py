"""`pairwright engine`: one request, its answer in the form of bbpPairings, and its exit codes (docs/engine.md)."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from secrets import randbelow

from pairing.formats import trf
from pairing.formats.trf_lines import decode
from pairing.model.errors import Impossible, PairingError
from pairing.model.schema import DocumentError
from pairing.model.types import Snapshot
from pairwright.arguments import Generation, Request, read
from pairwright.boards import Board, boards, checked, paired_again
from pairwright.checklist import checklist
from pairwright.generator import generated, head, settings

OK, NO_VALID_PAIRING, UNEXPECTED_ERROR, INVALID_REQUEST, FILE_ERROR = 0, 1, 2, 3, 5
WRITER = "Pairwright"  # ends a checklist, as the name of bbpPairings ends its own
SYNTAX = """usage: pairwright engine SYSTEM FILE -c [-l [LIST]]
       pairwright engine SYSTEM FILE -p [OUT] [-l [LIST]]
       pairwright engine SYSTEM -g [CONFIG] -o OUT [-s SEED]
SYSTEM: --dutch, --burstein or --dubov"""
# The system that a report names itself, and whether it is accelerated.
_TYPE = re.compile(r"^192 FIDE_(DUTCH|BURSTEIN|DUBOV)(?:_20\d\d)?(_BAKU)?\s*$", re.MULTILINE)
_BY_RANK = re.compile(r"^XXC\b.*\brank\b", re.MULTILINE)


def run(words: Sequence[str]) -> int:
    """Do what the command line says. Returns the exit code."""
    try:
        request = read(words)
    except ValueError:  # a word that no path can be
        request = None
    if request is None:
        print(SYNTAX, file=sys.stderr)
        return INVALID_REQUEST
    try:
        return _answer(request)
    except OSError as error:
        return _failed(request, error, FILE_ERROR)
    except Impossible as error:
        return _failed(request, error, NO_VALID_PAIRING)
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
    snapshot = _event(request)
    if request.check:
        rounds = list(paired_again(snapshot))
        for line in checked(request.file.stem, rounds):
            print(line)
        if request.checklist:
            lists = (f"Round #{one.round.number}\n{checklist(one.known, one.found)}" for one in rounds)
            request.checklist.write_text("".join((*lists, WRITER)))
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


def _generate(request: Generation) -> int:
    seed = randbelow(2**32) if request.seed is None else request.seed
    rng = Random(seed)
    lines = decode(request.file.read_bytes()).splitlines() if request.file else []
    given = settings(rng, lines)
    request.output.write_text(f"{head(seed)}\r", newline="")  # also where no event comes of the seed
    request.output.write_text(generated(request.system, seed, given, rng), newline="")
    return OK


def _event(request: Request) -> Snapshot:
    """The event of the report, to be paired by the system that is asked for. Errors: DocumentError, OSError."""
    text = "\n".join(decode(request.file.read_bytes()).splitlines())
    if _BY_RANK.search(text):
        raise DocumentError("XXC", "ranks in the place of start numbers are not supported")
    report = trf.read(text)
    for note in report.notes:
        print(note, file=sys.stderr)
    snapshot = replace(report.snapshot, system=request.system)
    if sorted(entrant.id for entrant in snapshot.entrants) != list(range(1, len(snapshot.entrants) + 1)):
        raise DocumentError("001", "a start number is missing")
    named = _TYPE.search(text)
    if named and named[1].lower() != request.system:
        raise DocumentError("192", f"the report names another system: {named[1].lower()}")
    if named and named[2] and "acceleration" not in snapshot.options:
        snapshot = replace(snapshot, options={**snapshot.options, "acceleration": "baku"})
    return snapshot


def _check_can_pair(snapshot: Snapshot) -> None:
    """What a pairing needs from the report. Errors: DocumentError."""
    if snapshot.rounds_planned is None:
        raise DocumentError("142", "the number of rounds is missing")
    if "initial_colour" not in snapshot.options:
        raise DocumentError("152", "the colour of the first player in round 1 is missing")
