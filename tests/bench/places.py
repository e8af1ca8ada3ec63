"""What telling by what each place is decided adds to standings."""

from dataclasses import replace

from pairing.engine.places import decided
from pairing.engine.standings import rank
from pairing.tiebreaks import parse_chain
from tests.bench.fields import played_event
from tests.bench.rows import Once, Row, timed
from tests.bench.standings import FIVE


def rows() -> list[Row]:
    return [Row("what decided each place, 10,000 players", "of standings by five", _deciding, 0.03)]


def _deciding() -> Once:
    event = played_event(10_000, 9, draws=0.2)
    standings = rank(replace(event, tiebreaks=parse_chain(FIVE)))
    return timed(lambda: decided(standings))
