"""What an organiser may allow when no legal pairing exists, tried in order; each only if the one before failed."""

from collections.abc import Callable, Iterator
from functools import partial

from pairing.model.field import Field
from pairing.systems.dutch.completion import Unpairable, bye_group, fewest_rematches
from pairing.systems.dutch.impossible import impossible
from pairing.systems.dutch.lineup import Lineup
from pairing.systems.monrad.waived import Waivable


def first_pairable(field: Field, options: Waivable, made: Callable[..., Lineup]) -> tuple[Lineup, int | None]:
    """The first lineup of `attempts` that can be paired, and the scoregroup of its bye (None: nobody has one).

    Errors: Impossible, by the rules alone.
    """
    refused: tuple[Unpairable, Lineup] | None = None
    for attempt in attempts(field, options, made):
        try:
            lineup = attempt()
            return lineup, bye_group(lineup)
        except Unpairable as none:
            refused = refused or (none, lineup)
    assert refused is not None
    raise impossible(*refused)


def attempts(field: Field, options: Waivable, made: Callable[..., Lineup]) -> Iterator[Callable[[], Lineup]]:
    """The round by the rules; with a second bye; with the fewest rematches; with both. Each is made by a call, since
    rematches alone may not help (Unpairable) where they do with a second bye. `made(second_bye=, released=)` makes the
    lineup.
    """
    yield made
    second = options.allow_second_bye and len(field.present) % 2 == 1
    if second:
        yield partial(made, second_bye=True)
    if options.allow_rematches:
        for second_bye in (False, True) if second else (False,):
            yield partial(with_rematches, field, partial(made, second_bye=second_bye))


def with_rematches(field: Field, made: Callable[..., Lineup]) -> Lineup:
    """The round with as few rematches released as it takes. Errors: Unpairable."""
    lineup = made()
    return made(released=fewest_rematches(lineup, _last_games(lineup, field)))


def _last_games(lineup: Lineup, given: Field) -> dict[int, dict[int, int]]:
    """Per vertex whom it may meet but for having played, with the round of the last game."""
    place = {id: v for v, id in enumerate(lineup.ids)}
    free = _without_past(lineup, given)
    again: dict[int, dict[int, int]] = {}
    for round_ in given.rounds:
        for match in round_.matches:
            a, b = (place.get(id, -1) for id in match.seats)
            if a >= 0 and b >= 0 and free[a] >> b & 1 and not lineup.near[a] >> b & 1:
                again.setdefault(a, {})[b] = round_.number
                again.setdefault(b, {})[a] = round_.number
    return again


def _without_past(lineup: Lineup, given: Field) -> list[int]:
    """Whom each vertex could meet if nobody had played."""
    near = []
    place = {id: v for v, id in enumerate(lineup.ids)}
    for v, player in enumerate(lineup.players):
        mask = (1 << len(lineup.players)) - 1 & ~(1 << v)
        for colour, alike in enumerate(lineup.clashing):
            if alike >> v & 1 and player.wants == colour:
                mask &= ~alike
        near.append(mask & ~sum(1 << place[id] for id in given.apart.get(player.player, ()) if id in place))
    return near
