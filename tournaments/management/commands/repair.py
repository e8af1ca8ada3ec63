"""`manage.py repair EVENT.json`: ways to repair the last round after something has changed, as JSON."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from pairing.formats.document import names_in, proof_to_json
from pairing.model.errors import Impossible
from pairing.model.reasons import phrase
from pairing.model.schema import DocumentError
from pairing.model.types import Snapshot
from pairing.repair import repairs
from pairing.repair.report import repairs_to_json, round_to_repair
from tournaments.commandline import IMPOSSIBLE, OK, FileCommand


class Command(FileCommand):
    help = "Repair the last round of an event document, which is paired already; prints JSON and changes nothing."
    example = "event.json --gone 5,6"

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--frozen", default="", metavar="1,4", help="tables of the round that are being played and stay"
        )
        parser.add_argument(
            "--gone",
            default="",
            metavar="5,6",
            help="players of the round who have withdrawn or are no-shows",
        )
        parser.add_argument("--most", type=int, default=3, help="how many repairs at most (3)")

    def answer(self, snapshot: Snapshot, options: Mapping[str, Any]) -> tuple[dict[str, object], int]:
        before, last = round_to_repair(snapshot, _numbers("--gone", options["gone"]))
        frozen, name_of = _numbers("--frozen", options["frozen"]), names_in(snapshot)
        try:
            found = repairs(before, last, frozen=frozen, most=options["most"])
        except Impossible as error:
            return {
                **repairs_to_json(last.number, ()),
                "impossible": proof_to_json(error, name_of),
            }, IMPOSSIBLE
        return repairs_to_json(last.number, found, name_of), OK


def _numbers(option: str, text: str) -> frozenset[int]:
    """Numbers with commas between them. Errors: DocumentError."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        raise DocumentError(option, phrase("{value}: write whole numbers, such as 1,4", value=text))
    return frozenset(map(int, words))
