"""A row of the table of rights."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

ROLES = ("anonymous", "outsider", "display", "scorekeeper", "arbiter", "director", "owner")


@dataclass(frozen=True)
class Row:
    """What each of ROLES is answered; `state`: one of `stages.STATES`; `body` may be made for an event."""

    method: str
    path: str
    statuses: str
    body: Any = None
    state: str = "setup"

    def answered(self, role: str) -> str:
        return self.statuses.split()[ROLES.index(role)]

    def at_the_edges(self) -> list[str]:
        """Nobody signed in, and where a right begins: the last that is refused and the first that is not."""
        _anonymous, *people = ROLES
        edges: list[Sequence[str]] = [
            pair for pair in pairwise(people) if self.answered(pair[0]) != self.answered(pair[1])
        ]
        return [ROLES[0], *dict.fromkeys(role for pair in edges or [people[:1]] for role in pair)]

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def filled(path: str) -> str:
    """The address with any well-formed numbers and keys."""
    with_keys = re.sub(r"{(key|other|free|invitation_key)}", "any_key", path)
    return "/api/v1/" + re.sub(r"{\w+}", "1", with_keys).partition("?")[0]
