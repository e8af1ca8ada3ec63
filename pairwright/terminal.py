"""What a command says while it works, and how it ends where it cannot."""

from typing import NoReturn, TextIO


def say(text: str, file: TextIO | None = None) -> None:
    print(f"[pairwright] {text}", file=file, flush=True)


def fail(text: str) -> NoReturn:
    raise SystemExit(f"[pairwright] {text}")
