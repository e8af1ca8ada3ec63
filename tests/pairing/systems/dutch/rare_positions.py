"""Positions in which a rule decides that hardly ever does: read without it, they would be paired otherwise. Found by a
search in random events; the answers are those of bbpPairings 6.0.0 (the last position is built by hand: rules, 10.6).
"""

from pathlib import Path

_LINES = Path(__file__).with_name("rare_positions.txt").read_text(encoding="utf-8").splitlines()

RARE = {line.split()[0]: line for line in _LINES}
"""The line of every position, by the rule that decides it."""
