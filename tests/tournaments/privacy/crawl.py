"""Everything that somebody outside the staff can read of an event, and whether it tells a name that is hidden."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from django.test import Client
from django.urls import get_resolver, reverse
from django.urls.converters import IntConverter
from django.urls.exceptions import NoReverseMatch

from tests.api.conftest import description
from tests.forgetting import forget_all
from tournaments.desk.sheets import SHEETS
from tournaments.models import Player, Screen, Tournament
from tournaments.names import redaction

# Letters that no text, key or digest of ours has: any three of them in a row are a part of the name.
NAMES = {"code": "Ζθωξα Φψηδυ", "initials": "Χξηφι Ωβδζο", "first_initial": "Bo Ψωθδη"}
# The same persons under names that begin alike but are put in another order, and written otherwise.
OTHER_NAMES = {"code": "Αααβ Αγγδ", "initials": "Χαα Ωαα", "first_initial": "Bo Ψαα"}
TYPED = NAMES["code"].split()[0]
QUERIES = {
    "page": ("", "?by=name", f"?q={TYPED}", "?show=names", "?show=tables", "?show=standings"),
    "API": ("", f"?search={TYPED}", "?player=1&other=2"),
}
# What differs from answer to answer for other reasons.
_PASSING = re.compile(
    r'RateLimit-.*|nonce-[^\' "]+|[0-9a-f]{16}-[0-9a-f]{16}|csrf\w+" value="\w+"|\b\d\d:\d\d(:\d\d)?\b|~[\w.-]+'
)


@dataclass(frozen=True)
class Surface:
    """An address, who opens it, and the kind of thing it is."""

    kind: str
    address: str
    client: Client

    def read(self) -> str:
        """All that the reader is sent, as they could understand it: text, attributes, the names of files, headers."""
        answer = self.client.get(self.address)
        text = answer.content.decode("utf-8", "replace") + "\n".join(
            f"{k}: {v}" for k, v in answer.headers.items()
        )
        text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code[1], 16)), text)
        # What the reader has typed may be said again.
        return html.unescape(unquote(text)).replace(TYPED if TYPED in self.address else "\0", "")


def parts(name: str) -> set[str]:
    """Every three letters of a name that stand next to each other."""
    return {word[at : at + 3].casefold() for word in name.split() for at in range(len(word) - 2)}


def hidden_parts() -> set[str]:
    return {part for name in NAMES.values() for part in parts(name)}


def hide(event: Tournament, names: dict[str, str] = NAMES) -> None:
    """The first three players are hidden, each in another way; as a step does it, but the version stays."""
    for number, (form, name) in enumerate(names.items(), 1):
        Player.objects.filter(tournament=event, number=number).update(name=name, name_form=form)
    redaction.refresh(event)


def surfaces(event: Tournament) -> Iterator[Surface]:
    """Every public page, screen, file and answer of the API, the own page of somebody who is not hidden, and all paper
    that is to hang in the hall.
    """
    anybody, desk = Client(), Client()
    desk.force_login(event.owner)
    for kind, addresses in (("page", _public(event)), ("API", _of_api(event))):
        for address in addresses:
            known = event.slug in address and anybody.get(address).status_code == 200
            for query in QUERIES[kind] if known else ("",):
                yield Surface("screen" if "screen" in address else kind, address + query, anybody)
    for name in SHEETS:
        for args in ((event.slug,), (event.slug, 1)):
            if name != "print_player_cards" and (address := _address(f"desk:{name}", args)):
                yield Surface("paper", address, desk)


def leaks(event: Tournament) -> dict[str, str]:
    """The address of everything that tells a hidden name or a part of it, and the part."""
    found = {}
    for surface in surfaces(event):
        text = surface.read().casefold()
        part = next((part for part in hidden_parts() if part in text), None)
        if part:
            found[surface.address] = f"{surface.kind}: {part}"
    return found


def answers(event: Tournament) -> dict[str, str]:
    """What every surface says, without what passes."""
    forget_all()
    read = (surface for surface in surfaces(event) if event.slug in surface.address)
    return {surface.address: _PASSING.sub("", surface.read()) for surface in read}


def _address(name: str, args: tuple[object, ...]) -> str:
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


def _public(event: Tournament) -> list[str]:
    """Public addresses, filled in: each number is that of a hidden player, a round and a table, keys are those of a
    player who is not hidden, or of a screen.
    """
    found = []
    key = event.players.get(number=4).key
    screen = Screen.objects.filter(tournament=event).first()
    prefix, resolver = get_resolver().namespace_dict["public"]
    for name in sorted(name for name in set(resolver.reverse_dict) if isinstance(name, str)):
        for [(path, _words)], _pattern, _defaults, converters in resolver.reverse_dict.getlist(name):
            words = {k: 1 if isinstance(kind, IntConverter) else key for k, kind in converters.items()}
            if "screen" in name and screen is not None:
                words = {k: screen.key if k == "key" else v for k, v in words.items()}
            slug = event.series.slug if event.series and path.startswith("s/") else event.slug
            found.append(f"/{prefix}{path % {**words, 'slug': slug}}")
    return found


def _of_api(event: Tournament) -> list[str]:
    values = {
        "slug": event.slug,
        "number": "1",
        "table": "1",
        "key": event.players.get(number=4).key,
        "person": "1",
    }
    paths = [path for path, methods in description()["paths"].items() if "get" in methods]
    series = event.series.slug if event.series else "none"
    known = [p for p in paths if set(re.findall(r"{(\w+)}", p)) <= values.keys()]
    return [
        p.format(**{**values, "slug": series if "/series/" in p else event.slug}) for p in known if "{" in p
    ]
