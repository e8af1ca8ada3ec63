"""A result of a match of two as one text, with its games where they are noted: `1-0`, `1-0 2-1`, `1/2-1/2 1-1-1`.

That is what the pages for results send, compare and keep, and what a second entry is compared with.
"""

from collections.abc import Sequence


def text_of(result: str | None, games: Sequence[int] | None) -> str:
    """The text; "" where there is no result."""
    return f"{result or ''} {'-'.join(map(str, games or ()))}".strip()


def of_text(text: str) -> tuple[str, list[int] | None]:
    """The result and the games of a text, unchecked: `check_result` says what is wrong with them. What is no number
    becomes one no result can have.
    """
    result, _, games = text.partition(" ")
    if not games:
        return result, None
    return result, [int(part) if part.isdecimal() and len(part) < 4 else -1 for part in games.split("-")[:4]]
