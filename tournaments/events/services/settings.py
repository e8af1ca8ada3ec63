"""The settings of an event, each declared once.

The services clean, compare and refuse by these declarations; the form, the API's two serializers and the sections of
the Settings page are made from them. What a column says itself (whether it may be empty, its choices, its default) is
read from the model, and an undo brings back every column of it that is not named as left out (`steps.state`).
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _, pgettext_lazy

from pairing.model.clubs import IN_ALL_ROUNDS
from tournaments.events.refusals import refuse
from tournaments.events.services.cleaners import MAX_MINUTES, clean_slug, cleaned, one_of
from tournaments.events.services.setting import Kind, Section, Setting, When
from tournaments.events.services.timetable import MAX_ROUNDS
from tournaments.models import NameForm, Tournament, Visibility
from tournaments.models.event import LANGUAGES, new_seed
from tournaments.steps.fields import clean_line

RESERVED_SLUGS = {"new", "import", "series", "manual"}
SEED_LENGTH = 120
CLUBS_APART = f"Players of one club do not meet in so many first rounds; {IN_ALL_ROUNDS}: in all."


def _clean_seed(value: object) -> str:
    return clean_line(value, field="draw_seed", length=SEED_LENGTH) or new_seed()


# In the order in which the API takes and shows them.
_ALL = (
    Setting(
        name="name",
        kind=Kind.LINE,
        of_one_event=True,
        required=True,
        label=_("Name"),
        place=(Section.EVENT, 1),
    ),
    Setting(
        name="system",
        kind=Kind.SYSTEM,
        when=When.UNPAIRED,
        of_phases=True,
        required=True,
        taken="One of `/systems/`.",
    ),
    Setting(
        name="rounds_planned",
        kind=Kind.WHOLE,
        of_phases=True,
        required=True,
        low=1,
        high=MAX_ROUNDS,
        label=pgettext_lazy("number of", "Rounds"),
        place=(Section.RULES, 1),
    ),
    Setting(
        name="options",
        kind=Kind.OPTIONS,
        when=When.UNPAIRED,
        of_phases=True,
        taken="As declared by the system.",
    ),
    Setting(
        name="scoring",
        kind=Kind.SCORING,
        when=When.FORESEEN,
        taken="Two seats: points by outcome; what is left out follows the usual rules. Four seats: a `preset` of "
        "`/scoring/` (`ema` unless said otherwise) and what differs from it.",
    ),
    Setting(
        name="tiebreaks",
        kind=Kind.CHAIN,
        when=When.FORESEEN,
        taken="Codes of `/tiebreaks/` in order; left out: the system's own chain.",
    ),
    Setting(
        name="description",
        kind=Kind.TEXT,
        label=_("Description"),
        help=_("Shown on the event's public page."),
        place=(Section.EVENT, 6),
    ),
    Setting(name="venue", kind=Kind.LINE, label=_("Venue"), place=(Section.EVENT, 5)),
    Setting(
        name="starts_on",
        kind=Kind.DATE,
        of_one_event=True,
        label=_("Date"),
        place=(Section.EVENT, 2),
        row="when",
    ),
    Setting(
        name="start_time",
        kind=Kind.TIME,
        label=_("Start time"),
        help=_("If empty: the start of round 1."),
        place=(Section.EVENT, 3),
        row="when",
        taken="When it begins on that day; null: with round 1.",
    ),
    Setting(
        name="round_starts",
        kind=Kind.STARTS,
        label=_("Planned starts of the rounds"),
        help=_(
            "One line for each round, such as 14:30, or 2 14:30 on the second day. A time "
            "before the line above is on the next day; - is a round without a time."
        ),
        place=(Section.ROUNDS, 1),
        taken="When each round is planned to start, in the order of the rounds; `day` 1 is `starts_on`, null: not "
        "planned. Times belong to a date: an event without one is refused (`needs_date`).",
    ),
    Setting(
        name="time_zone",
        kind=Kind.ZONE,
        label=_("Time zone"),
        help=_("All times of the event use it."),
        place=(Section.EVENT, 4),
        row="when",
        taken="The zone pages and prints show times in, an IANA name such as `Europe/Copenhagen`; empty: the "
        "server's. Left out of a new event: that of your last one.",
    ),
    Setting(
        name="language",
        kind=Kind.WORD,
        clean=one_of(dict(LANGUAGES), refuse.bad_language),
        label=_("Language"),
        help=_("Names are in the order of its alphabet: Å comes last in Danish."),
        place=(Section.EVENT, 7),
        taken="Names are in its alphabetical order; `site`: this site's. Left out: that of your last event.",
    ),
    Setting(
        name="visibility",
        kind=Kind.WORD,
        clean=one_of(Visibility.values, refuse.bad_visibility),
        label=_("Who can see it"),
        place=(Section.EVENT, 8),
    ),
    Setting(
        name="slug",
        kind=Kind.SLUG,
        of_one_event=True,
        when=When.UNPAIRED,
        clean=clean_slug(RESERVED_SLUGS),
        taken="The address; left out: made from the name.",
    ),
    Setting(
        name="draw_seed",
        kind=Kind.LINE,
        of_one_event=True,
        when=When.UNPAIRED,
        length=SEED_LENGTH,  # the column holds it sealed, which is longer
        clean=_clean_seed,
        label=_("Draw seed"),
        help=_("All lots follow from it. If empty: one that no one can guess."),
        place=(Section.DRAW, 1),
        taken="The same seed and event always give the same draw.",
    ),
    Setting(
        name="secret_seeds",
        kind=Kind.FLAG,
        when=When.UNPAIRED,
        label=_("Secret draw seeds"),
        help=_(
            "Each round has its own draw seed. Its hash is shown before the round and the "
            "seed with the round, so anyone can check that the draw was not chosen. The "
            "event's draw seed is shown at the end. A draw seed you type becomes the first part of a longer text, "
            "so that no one can guess it."
        ),
        place=(Section.DRAW, 2),
        taken="Draw every round from a seed of its own that follows from `draw_seed`: its hash is shown before the "
        "round, the seed with it. `draw_seed` is then nobody's to see before the event is finished; what was typed "
        "(at most 87 characters) is its first part, 128 random bits follow.",
    ),
    Setting(
        name="season",
        kind=Kind.WHOLE,
        when=When.UNPAIRED,
        low=-1_000_000,
        high=1_000_000,
        of_one_event=True,
    ),
    Setting(
        name="earlier_meetings", kind=Kind.MEETINGS, when=When.UNPAIRED, only_taken=True, of_one_event=True
    ),
    Setting(
        name="require_check_in",
        kind=Kind.FLAG,
        label=_("Pair only checked-in players"),
        help=_("Players who are not checked in when a round is paired count as absent from it."),
        place=(Section.PLAYERS, 1),
    ),
    Setting(
        name="players_report",
        kind=Kind.FLAG,
        label=_("Players report their results"),
        help=_("From their own page or with the table code; it counts once the other side reports the same."),
        place=(Section.PLAYERS, 3),
        shown="Players may report the results of their own tables.",
    ),
    Setting(
        name="players_check_in",
        kind=Kind.FLAG,
        label=_("Players check in themselves"),
        help=_("From their own page. The desk can still check players in."),
        place=(Section.PLAYERS, 2),
        shown="Players may check in on their own pages.",
    ),
    Setting(
        name="show_ratings",
        kind=Kind.FLAG,
        label=_("Show ratings in pairings"),
        help=_("Beside the names, at the desk, on the public pages and on paper."),
        place=(Section.PLAYERS, 5),
        shown="Ratings are shown beside the names in pairings.",
    ),
    Setting(
        name="show_titles",
        kind=Kind.FLAG,
        label=_("Show titles and federations"),
        help=_("Beside the names in lists, pairings and standings, on screens and on paper."),
        place=(Section.PLAYERS, 7),
        shown="Titles and federations are shown beside the names.",
    ),
    Setting(
        name="name_form",
        kind=Kind.WORD,
        clean=one_of(NameForm.values, refuse.bad_name_form),
        label=_("Names for the public"),
        help=_(
            "On public pages, screens, paper for the hall, and in files for everyone. The desk and a player's own page "
            "show full names. Players can differ: on their pages at the desk."
        ),
        place=(Section.PLAYERS, 6),
        taken="How the public reads names, where a player's `name_form` says nothing else: `first_initial` is "
        "“Anna K.”, `initials` “A. K.”, `code` the number, “#17”.",
        shown="How the public reads names.",
    ),
    Setting(
        name="for_search_engines",
        kind=Kind.FLAG,
        label=_("Open to search engines"),
        help=_("Otherwise the pages of the event ask not to be listed."),
        place=(Section.EVENT, 9),
        shown="Search engines may list its pages, if it is public.",
    ),
    Setting(
        name="note_games",
        kind=Kind.FLAG,
        label=_("Note game scores"),
        help=_("Results are entered as 2–1 or 2–0. Tie-breaks by game wins always ask for them."),
        place=(Section.ROUNDS, 3),
        shown="Results are entered with the games won; tie-breaks by game wins ask for them anyway.",
    ),
    Setting(
        name="show_prizes",
        kind=Kind.FLAG,
        label=_("Show prizes publicly"),  # at the desk it is a button below the prizes
        shown="The public pages show the prizes and who wins them.",
    ),
    Setting(
        name="round_minutes",
        kind=Kind.WHOLE,
        low=1,
        high=MAX_MINUTES,
        label=_("Minutes a round"),
        help=_("For the round clock, which is started at the desk. If empty: no clock."),
        place=(Section.ROUNDS, 2),
        taken="How long a round lasts on its clock; null: no clock.",
    ),
    Setting(
        name="clubs_apart_rounds",
        kind=Kind.FIRST_ROUNDS,
        low=0,
        high=IN_ALL_ROUNDS,
        label=_("Keep club mates apart"),
        help=_(
            "Players of the same club do not meet in these rounds. Players without a club may meet anyone."
        ),
        place=(Section.PLAYERS, 4),
        taken=CLUBS_APART,
        shown=CLUBS_APART,
    ),
)
SETTINGS: dict[str, Setting] = {one.name: one for one in _ALL}


def on_page(section: Section | None = None) -> list[Setting]:
    """Those that have a field on the Settings page, or in one of its sections, in their order there."""
    placed = [(one.place, one) for one in SETTINGS.values() if one.place]
    wanted = [(place[1], one) for place, one in placed if section in (None, place[0])]
    return [one for _rank, one in sorted(wanted, key=lambda pair: pair[0])]


def said_by_phases() -> tuple[str, ...]:
    """What the phases of an event say, where it has some."""
    return tuple(one.name for one in SETTINGS.values() if one.of_phases)


def copied_from(tournament: Tournament) -> dict[str, Any]:
    """The settings that a copy of the event has, too."""
    return {one.name: getattr(tournament, one.name) for one in SETTINGS.values() if not one.of_one_event}


def fixed_by_rounds() -> tuple[str, ...]:
    """What stays as it is once a round is paired."""
    return tuple(one.name for one in SETTINGS.values() if one.when is When.UNPAIRED)


def clean_settings(values: Mapping[str, object]) -> dict[str, Any]:
    """Each of the settings as it would be stored. Errors: theirs; `unknown_field`."""
    return cleaned(values, {name: one.cleaned for name, one in SETTINGS.items()}, refuse.unknown_field)
