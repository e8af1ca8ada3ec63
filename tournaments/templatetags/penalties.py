"""Tags of penalties: the sign beside a name on the desk's pages, the list of one player, the own list."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from pairing.model.types import Adjustment
from tournaments import snapshots
from tournaments.models import Player, Tournament
from tournaments.results.selectors import penalties
from tournaments.templatetags.pairwright import icon

register = template.Library()


@register.simple_tag(takes_context=True)
def penalty_sign(context: dict[str, Any], number: int) -> SafeString:
    """A sign beside the name of player `number` for staff with the right; nothing on any other page."""
    if not context.get("rights", {}).get("penalties"):
        return SafeString("")
    found = penalties.signs(context["event"]).get(number)
    if found is None:
        return SafeString("")
    words = ", ".join(f"{kind.label}{f' × {count}' if count > 1 else ''}" for kind, count in found.counts)
    return format_html(
        '<span class="badge badge--warn" title="{}" data-penalties="{}">{} '
        '<span class="visually-hidden">{}: </span>{}</span>',
        words,
        number,
        icon("triangle-alert"),
        _("Penalties"),
        found.total,
    )


@register.simple_tag
def penalties_of(event: Tournament, player: Player) -> list[penalties.PenaltyRow]:
    """All of one player, those taken back too: for the staff."""
    return penalties.search(event, player=player.number)


@register.simple_tag
def own_penalties(event: Tournament, player: Player) -> list[penalties.PenaltyRow]:
    """Those a player may read on the own page."""
    return penalties.own(event, player)


@register.simple_tag
def adjustments_of(event: Tournament, player: Player) -> list[Adjustment]:
    """The bonuses and penalties of a player that are points."""
    return [given for given in snapshots.adjustments_of(event) if given.player == player.number]


@register.filter
def counted(row: penalties.PenaltyRow) -> str:
    """The kind of a penalty, and which of its kind it is for this player from the second on: `Caution (no. 2)`."""
    kind = str(row.penalty.get_kind_display())
    if row.count < 2:
        return kind
    return _("%(kind)s (no. %(count)s)") % {"kind": kind, "count": row.count}
