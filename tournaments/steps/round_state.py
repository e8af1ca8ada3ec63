"""The state of a round: changed only from one that allows it, else the refusal says what it is now."""

from tournaments.models import Round, RoundState
from tournaments.steps.refusals import ServiceError, common as refuse


def move(round_: Round, allowed: set[RoundState], to: RoundState, **stamps: object) -> None:
    """Change the state only if it is still one of `allowed`. Errors: `wrong_state`, `round_gone`."""
    if not Round.objects.filter(pk=round_.pk, state__in=allowed).update(state=to, **stamps):
        raise wrong_state(round_)
    round_.state = to
    for name, value in stamps.items():
        setattr(round_, name, value)


def wrong_state(round_: Round) -> ServiceError:
    """What to say of a round that is not in the state it would have to be in."""
    state = Round.objects.filter(pk=round_.pk).values_list("state", flat=True).first()
    if state is None:
        return refuse.round_gone(number=round_.number)
    return refuse.wrong_state(number=round_.number, state=state, label=RoundState(state).label)
