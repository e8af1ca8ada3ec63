"""`pairwright engine`: one request, its answer in the form of bbpPairings, and its exit codes (docs/engine.md)."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from secrets import randbelow

from pairing.formats import trf
from pairing.formats.trf_lines import decode
from pairing.model.errors import Impossible, PairingError
from pairing.model.schema import DocumentError
from pairing.model.types import Snapshot
from pairwright.arguments import Generation, Request, read
from pairwright.boards import boards, checked
from pairwright.generator import generated, head, settings

OK, NO_VALID_PAIRING, UNEXPECTED_ERROR, INVALID_REQUEST, FILE_ERROR = 0, 1, 2, 3, 5
SYNTAX = """usage: pairwright engine SYSTEM FILE -c
       pairwright engine SYSTEM FILE -p [OUT]
       pairwright engine SYSTEM -g [CONFIG] -o OUT [-s SEED]
SYSTEM: --dutch, --burstein or --dubov"""
# The system that a report names itself, and whether it is accelerated.
_TYPE = re.compile(r"^192 FIDE_(DUTCH|BURSTEIN|DUBOV)(?:_20\d\d)?(_BAKU)?\s*$", re.MULTILINE)
_BY_RANK = re.compile(r"^XXC\b.*\brank\b", re.MULTILINE)


def run(words: Sequence[str]) -> int:
    """Do what the command line says. Returns the exit code."""
    request = read(words)
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
    snapshot = _event(request)
    if request.check:
        for line in checked(snapshot, request.file.stem):
            print(line)
        return OK
    _check_can_pair(snapshot)
    return _pair(snapshot, request.output)


def _pair(snapshot: Snapshot, output: Path | None) -> int:
    if output:
        output.write_text("")  # nobody takes the answer of an earlier call for that of one that fails
    found = boards(snapshot)
    text = "".join(f"{line}\n" for line in (len(found), *(f"{white} {black}" for white, black in found)))
    if output:
        output.write_text(text)
    else:
        print(text, end="")
    return OK


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
