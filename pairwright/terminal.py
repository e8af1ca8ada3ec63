"""What a command says while it works, and how it ends where it cannot."""

from __future__ import annotations

from typing import NoReturn


def say(text: str) -> None:
    print(f"[pairwright] {text}", flush=True)


def fail(text: str) -> NoReturn:
    raise SystemExit(f"[pairwright] {text}")
