"""What strangers and crowds can do to an instance of its own: three scripts of locust, and what they meet inside."""

from collections.abc import Mapping


def is_an_answer(status: int, headers: Mapping[str, str]) -> bool:
    """Not an error of ours, silence (0), or "later" without saying when. Every other refusal is an answer."""
    if status in (429, 503):
        return headers.get("Retry-After", "").isdigit()
    return 0 < status < 500
