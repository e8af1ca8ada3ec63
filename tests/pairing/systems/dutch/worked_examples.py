"""The worked examples of the rules: each was verified with two engines, bbpPairings 6.0.0 and FIDE TEC's
TieBreakServer, colours included. The notation is that of `notation`; two examples have another answer by the edition
before.
"""

from pathlib import Path

from tests.pairing.systems.dutch.people import UNTIL_2026

_LINES = Path(__file__).with_name("worked_examples.txt").read_text(encoding="utf-8").splitlines()
_MARK = f" {UNTIL_2026} | "

EXAMPLES = {line.split()[0]: line for line in _LINES if _MARK not in line}
"""The line of every example, by its name."""

ANSWERS_UNTIL_2026 = dict(line.split(_MARK) for line in _LINES if _MARK in line)
