from __future__ import annotations

import secrets

from django.conf import settings
from django.conf.locale import LANG_INFO
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.sealed import SealedField
from tournaments.seals import Purpose


class Visibility(models.TextChoices):
    PUBLIC = "public", _("Public: listed on the front page")
    UNLISTED = "unlisted", _("Unlisted: anyone who has the address")
    PRIVATE = "private", _("Private: staff only")


class NameForm(models.TextChoices):
    """How much of a name the public reads."""

    FULL = "full", _("Full name")
    FIRST_INITIAL = "first_initial", _("First name and initial")
    INITIALS = "initials", _("Initials")
    CODE = "code", _("Number only")


class Status(models.TextChoices):
    SETUP = "setup", _("In preparation")
    RUNNING = "running", _("Running")
    FINISHED = "finished", _("Finished")


class Role(models.TextChoices):
    OWNER = "owner", _("Owner")
    DIRECTOR = "director", _("Director")
    ARBITER = "arbiter", _("Arbiter or judge")
    SCOREKEEPER = "scorekeeper", _("Scorekeeper")
    DISPLAY = "display", _("Display")


SITE_LANGUAGE = "site"
# Of an event; the words of Django's own catalogues.
LANGUAGES = [
    (SITE_LANGUAGE, _("That of this site")),
    *(
        (code, _(LANG_INFO[code]["name"]))
        for code in ("cs", "da", "de", "en", "es", "fi", "fr", "is", "it", "ja", "nb", "nl", "pl", "sv")
    ),
]


def new_seed() -> str:
    """A draw seed nobody could have guessed before the event existed."""
    return secrets.token_hex(16)


def new_table_key() -> str:
    """What the codes on the tables are made from: 96 random bits."""
    return secrets.token_urlsafe(12)


# For queries, as `Tournament.is_open` and `is_listed` are for one event.
OPEN = models.Q(hidden=False) & ~models.Q(visibility=Visibility.PRIVATE)
LISTED = models.Q(hidden=False, visibility=Visibility.PUBLIC)


class StandingEvents(models.Manager["Tournament"]):
    """All events but those in the bin, which are for everybody as if they were not there (docs/decisions/0015)."""

    def get_queryset(self) -> models.QuerySet[Tournament]:
        return super().get_queryset().filter(deleted_at=None)


class Tournament(models.Model):
    """One event. `version` rises with each change that matters; caches, ETags and slow pairings use it.

    `objects` leaves out what is in the bin; only the bin asks
    `stored`, which has all.
    """

    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    description = models.TextField(_("description"), blank=True, default="", max_length=4000)
    venue = models.CharField(_("venue"), max_length=200, blank=True, default="")
    starts_on = models.DateField(_("date"), null=True, blank=True)
    start_time = models.TimeField(_("start time"), null=True, blank=True)
    # When each round is planned to start, in their order: {"day": 1, "time": "10:00"}, day 1 is `starts_on`; None: not
    # said. Times belong to a date.
    round_starts = models.JSONField(_("planned starts of the rounds"), default=list, blank=True)
    # An IANA name; "": the server's. All times of the event are shown in it.
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, default="")
    # Names stand in the order of its alphabet.
    language = models.CharField(_("language"), max_length=5, choices=LANGUAGES, default=SITE_LANGUAGE)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="owned_tournaments"
    )
    staff = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="tournaments.Staff", related_name="staffed_tournaments"
    )
    visibility = models.CharField(
        _("visibility"), max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.SETUP)

    system = models.CharField(_("system"), max_length=40)
    options = models.JSONField(_("options"), default=dict, blank=True)
    # Hundredths of a point: {"win": 100, "draw": 50, ...}; at tables of four every field of MahjongScoring, raw points
    # as they are. Floats never reach the database.
    scoring = models.JSONField(_("scoring"), default=dict, blank=True)
    tiebreaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    rounds_planned = models.PositiveSmallIntegerField(_("rounds planned"))
    draw_seed = SealedField(_("draw seed"), purpose=Purpose.SEED, max_length=700, default=new_seed)
    # Parts with a system each, as in the event document; [] for an event of one system. `system` and `options` are
    # those of the first one then, and `rounds_planned` is their sum (an open last phase counted as long as it can get).
    phases = models.JSONField(_("phases"), default=list, blank=True)
    # Every round is drawn from a seed of its own, shown after it; its hash is shown before.
    secret_seeds = models.BooleanField(_("secret draw seeds"), default=False)
    series = models.ForeignKey(
        "tournaments.Series", on_delete=models.SET_NULL, null=True, blank=True, related_name="events"
    )
    season = models.IntegerField(_("season"), null=True, blank=True)
    # What the earlier seasons of the series say, kept by `series.services`: {"season": 2, "players": [1, 4]}, only the
    # latest meeting of each pair.
    series_meetings = models.JSONField(default=list, blank=True, editable=False)
    earlier_meetings = models.JSONField(_("earlier meetings"), default=list, blank=True)
    require_check_in = models.BooleanField(_("pair only checked-in players"), default=False)
    # What players may do from the own page or the code on their table, without an account.
    players_report = models.BooleanField(_("players report their results"), default=True)
    players_check_in = models.BooleanField(_("players check in themselves"), default=True)
    # How the public reads the names of players who have chosen nothing else.
    name_form = models.CharField(
        _("names for the public"), max_length=16, choices=NameForm.choices, default=NameForm.FULL
    )
    # Whether anybody is hidden from the public, here or in another season, kept by `names.redaction`: what is kept of
    # such an event is kept for each audience.
    has_hidden_names = models.BooleanField(default=False, editable=False)
    # Whether search engines may list its pages.
    for_search_engines = models.BooleanField(_("open to search engines"), default=False)
    # Whether ratings stand beside names where pairings are shown.
    show_ratings = models.BooleanField(_("show ratings in pairings"), default=True)
    # Whether titles and federations stand beside names.
    show_titles = models.BooleanField(_("show titles and federations"), default=False)
    # Whether the games won in each match are noted; tie-breaks that need them ask for them anyway.
    note_games = models.BooleanField(_("note games won in each match"), default=False)
    # How long a round lasts; empty: no clock.
    round_minutes = models.PositiveSmallIntegerField(_("minutes a round"), null=True, blank=True)
    # The numbers of the tables in the hall: {"ranges": [[1, 40], [101, 140]], "skip": [13]}; {}: 1, 2, 3, ...
    tables = models.JSONField(_("tables"), default=dict, blank=True)
    # In the first so many rounds players of one club do not meet; 0: they may, 1000: in all rounds.
    clubs_apart_rounds = models.PositiveSmallIntegerField(_("club mates kept apart"), default=0)
    # Bonuses and penalties: {"player": number, "points": hundredths, "round": number or null}.
    adjustments = models.JSONField(_("bonuses and penalties"), default=list, blank=True)
    # For the pairing only: {"players": numbers, "points": hundredths of rounds 1, 2, ...}.
    virtual_points = models.JSONField(_("virtual points"), default=list, blank=True, editable=False)
    # Opens the pages behind the codes on the tables; a new one makes all printed codes void.
    table_key = SealedField(purpose=Purpose.TABLES, max_length=80, default=new_table_key, editable=False)
    # All rounds planned at once: rounds, their tables in order, player numbers in the order of the seats.
    schedule = models.JSONField(_("schedule"), default=list, blank=True)
    # Somebody let it be searched and kept it, so it is never replaced without being asked for.
    schedule_searched = models.BooleanField(_("schedule searched"), default=False)
    # In the order in which they are given: {"name", "money", "places", "rating_from",
    # "rating_below", "club", "note", "exclusive"}; in events of before without money and rating_from.
    prizes = models.JSONField(_("prizes"), default=list, blank=True, editable=False)
    # Whether the public pages say who wins them.
    show_prizes = models.BooleanField(_("prizes shown publicly"), default=False)
    # What the desk tells all players at the moment.
    message = models.CharField(
        _("message to players"), max_length=200, blank=True, default="", editable=False
    )

    # From when the moments of the table queue are counted; None: there is none.
    play_started_at = models.DateTimeField(null=True, editable=False)
    # The program whose reports are taken round by round; "": none. Until somebody takes the event over, nothing that
    # these say is changed here (`steps.changing`).
    follows = models.CharField(
        _("program that is followed"), max_length=40, blank=True, default="", editable=False
    )

    # By the people who run the site, whatever its visibility: only its staff sees it then.
    hidden = models.BooleanField(default=False, editable=False)
    # Out of its owner's list of events, where it is out of the way; everything else is as it was.
    archived = models.BooleanField(default=False, editable=False)
    version = models.PositiveBigIntegerField(default=1, editable=False)
    # Rises only with what people outside the desk can see: their ETags tell nothing of drafts.
    public_version = models.PositiveBigIntegerField(default=1, editable=False)
    # The version in which a player was last written to: what is worked out of names alone is good until the next.
    people_version = models.PositiveBigIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    # In the bin since then; None: not deleted. It has left its series, which it goes back to when it is restored.
    deleted_at = models.DateTimeField(null=True, editable=False)
    left_series = models.ForeignKey(
        "tournaments.Series", on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )

    objects = StandingEvents()
    stored = models.Manager["Tournament"]()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-starts_on", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(visibility__in=Visibility.values), name="tournament_visibility_known"
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=Status.values), name="tournament_status_known"
            ),
            models.CheckConstraint(
                condition=models.Q(name_form__in=NameForm.values), name="tournament_name_form_known"
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="tournament_has_name"),
            models.CheckConstraint(condition=~models.Q(draw_seed=""), name="tournament_has_seed"),
            models.CheckConstraint(
                condition=models.Q(rounds_planned__gte=1), name="tournament_has_a_round_planned"
            ),
            models.UniqueConstraint(fields=["series", "season"], name="season_once_per_series"),
            models.CheckConstraint(
                condition=models.Q(series__isnull=True) | models.Q(season__isnull=False),
                name="event_of_a_series_has_a_season",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_open(self) -> bool:
        """Whether everybody who has the address may see it."""
        return not self.hidden and self.visibility != Visibility.PRIVATE

    @property
    def is_listed(self) -> bool:
        """Whether it is on the front page."""
        return not self.hidden and self.visibility == Visibility.PUBLIC

    @property
    def is_indexable(self) -> bool:
        """Whether search engines may list its pages."""
        return self.is_listed and self.for_search_engines


class Staff(models.Model):
    """Somebody besides the owner who may work on an event."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="staff_rows")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="staff_rows")
    role = models.CharField(_("role"), max_length=20, choices=Role.choices)

    class Meta:
        verbose_name = _("staff member")
        verbose_name_plural = _("staff")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="staff_once_per_event"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="staff_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"
