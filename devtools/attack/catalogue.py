"""The list of attacks. Declared here only: the command, its help and the documentation follow."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Attack:
    """`function` takes the address of the instance and returns what it was told (`asking.Told`)."""

    name: str
    function: str
    about: str
    pages_may_ask_to_try_again: bool = False


ATTACKS = {
    attack.name: attack
    for attack in (
        Attack(
            "memory",
            "devtools.attack.open_tools:memory",
            "the largest round robins, brackets and schedules the open tools take, each another one",
        ),
        Attack(
            "work",
            "devtools.attack.open_tools:work",
            "documents that are hard to pair, and documents of 300,000 players",
        ),
        Attack(
            "uploads",
            "devtools.attack.uploads:upload",
            "workbooks that unpack to much, and the longest documents, reports and lists",
        ),
        Attack(
            "sockets",
            "devtools.attack.connections:hold",
            "bodies and heads that arrive byte by byte, and answers that are read so",
        ),
        Attack(
            "accounts",
            "devtools.attack.signing_in:knock",
            "wrong passwords for one account and for many, new accounts, reset letters, searches",
        ),
        Attack(
            "storm",
            "devtools.attack.storm:blow",
            "six readers beside three writers: nobody may be shown half of a change",
        ),
        Attack(
            "secrets",
            "devtools.attack.secrecy:look",
            "seeds not shown yet in what a scorekeeper can read, keys in a copy of the database",
        ),
        Attack(
            "cuts",
            "devtools.attack.cuts:cut",
            "twenty who enter results while the database keeps going away: nothing may be lost",
            pages_may_ask_to_try_again=True,
        ),
        Attack(
            "crowd",
            "devtools.attack.crowd:stand",
            "300 phones on their own pages for ten minutes while results come in and a round is published",
        ),
    )
}
