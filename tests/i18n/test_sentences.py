"""What the core says reaches people in their language, with the names of the players; and moments in words."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from pairing.formats import document
from pairing.model import errors, reasons
from pairing.model.errors import PairingError
from pairing.model.options import describe, parse
from pairing.model.reasons import Phrase, phrase
from pairing.systems import SYSTEMS
from pairing.systems.monrad.options import MonradOptions
from pairing.systems.monrad.plan import NO_OPPONENT
from pairing.tiebreaks import TIEBREAKS, parse_chain
from tests.architecture.source import ROOT
from tests.factories import make_event, make_user
from tournaments import moments
from tournaments.events.forms.event import EventForm
from tournaments.events.services.settings import clean_settings
from tournaments.forms.chain import Chain
from tournaments.history.sentences import details
from tournaments.labels import known_label
from tournaments.models import LogEntry, Tournament
from tournaments.rounds.selectors.rounds import speaker
from tournaments.standings.selectors.columns import chain_in_short, column, short_of
from tournaments.steps.refusals import CoreError, ServiceError, in_words
from tournaments.templatetags import pairwright

NAMES = {1: "Søren Å", 2: "佐藤", 3: "Zoë"}


def event(**changes: object) -> dict[str, object]:
    players = [{"id": 1}, {"id": 2}]
    return {"format": "pairwright-event/1", "system": {"name": "monrad"}, "players": players, **changes}


def in_language(code: str, error: PairingError) -> str:
    with translation.override(code):
        return str(CoreError(error, names=NAMES))


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "Søren Å floats from 2½ to 2."),
        ("da", "Søren Å flyder fra 2½ til 2."),
        ("ja", "Søren Åが勝ち点2½から勝ち点2へフロートします。"),
    ],
)
def test_reasons_are_said_with_names(code: str, sentence: str) -> None:
    why = [reasons.because("float", player=1, score=250, met_score=200).to_json()]
    with translation.override(code):
        assert list(map(speaker(NAMES), why)) == [sentence]
        shown = pairwright.reason(why[0], NAMES)
    assert "Søren Å" in shown
    assert "2½" in shown


def test_impossible_rounds_are_said_with_names() -> None:
    error = errors.Impossible(NO_OPPONENT, (1, 2), number=4)
    text = "Runde 4 kan ikke parres: der er ingen mulig modstander tilbage til Søren Å, 佐藤."
    assert in_language("da", error) == text
    assert "4回戦" in in_language("ja", error)
    assert "Søren Å, 佐藤" in in_language("ja", error)


@pytest.mark.parametrize("registry", [reasons.TEXTS, errors.TEXTS], ids=["reasons", "errors"])
def test_no_sentence_of_the_core_stays_english(registry: dict[str, str], language: str) -> None:
    with translation.override(language):
        english = [text for text in registry.values() if translation.gettext(text) == text]
    # These are places and punctuation only, and a word that Danish has from the same Latin.
    assert set(english) <= {"{where}: {detail}", "Tie-break “{name}”: {detail}", "bonus"}


def test_what_an_option_allows_is_said_in_the_language() -> None:
    spec = next(spec for spec in describe(MonradOptions) if spec.name == "elimination")
    assert spec.allowed == "a whole number from 1, or none"
    with translation.override("ja"):
        assert in_words(spec.allowed) == "1以上の整数、またはnone"
    with pytest.raises(PairingError) as caught:
        parse(MonradOptions, {"elimination": 0})
    text = "Option “elimination”: 0 is not possible; allowed: a whole number from 1, or none."
    assert str(caught.value) == text
    text = "Indstillingen ”elimination”: 0 er ikke mulig; tilladt: et helt tal fra 1, eller none."
    assert in_language("da", caught.value) == text


@pytest.mark.parametrize(
    ("data", "english", "danish"),
    [
        (
            event(players=[{"id": 1}, {"id": 1}]),
            "players[1].id: 1 appears twice; ids must be unique",
            "players[1].id: 1 forekommer to gange; hvert id må kun bruges én gang",
        ),
        (
            event(forbidden_pairs=[[1, 7]]),
            "forbidden_pairs[0]: there is no player 7",
            "forbidden_pairs[0]: der er ingen spiller 7",
        ),
        (
            event(tiebreaks=["solkoff", "solkoff"]),
            "tiebreaks: solkoff: it appears twice in the tie-break order",
            "tiebreaks: solkoff: den forekommer to gange i rækkefølgen",
        ),
        (
            event(tiebreaks=["luck"]),
            "tiebreaks: luck is not possible here; choose from ",
            "tiebreaks: luck er ikke mulig her; vælg mellem ",
        ),
        (
            event(system={"name": "monrad", "options": {"order": 5}}),
            "system.options: Option “order”: 5 is not possible; allowed: redraw, ",
            "system.options: Indstillingen ”order”: 5 er ikke mulig; tilladt: redraw, ",
        ),
        (
            event(rounds_planned="five"),
            'rounds_planned: "five" is not possible here; it must be a whole number or null',
            'rounds_planned: "five" er ikke mulig her; det skal være et helt tal eller null',
        ),
    ],
)
def test_what_a_document_lacks_is_said_in_the_language(data: object, english: str, danish: str) -> None:
    with pytest.raises(PairingError) as caught:
        document.load(data)
    assert str(caught.value).startswith(english)
    assert in_language("da", caught.value).startswith(danish)
    japanese = in_language("ja", caught.value)
    assert japanese.split(":")[0] == english.split(":")[0], "places in a document have one name"
    assert not japanese.startswith(english)


def test_a_composed_sentence_is_its_english_text_and_can_be_said_again() -> None:
    inner = phrase("one of {words}", words="a, b")
    outer = phrase("wrong: {what}", what=inner)
    assert (outer, type(outer)) == ("wrong: one of a, b", Phrase)
    again = outer.text({"wrong: {what}": "forkert: {what}", "one of {words}": "en af {words}"}.__getitem__)
    assert again == "forkert: en af a, b"


def test_halves_of_characters_stay_printable_in_every_language() -> None:
    text = phrase("{name} is missing", name="\ud800")
    assert text == "\\ud800 is missing"
    assert text.text(str) == "\\ud800 is missing"


def test_forms_show_the_declarations_of_the_core_in_the_language(language: str) -> None:
    with translation.override(language):
        form = EventForm()
        shown = dict(form.fields["system"].choices)  # type: ignore[attr-defined]
        assert shown == {slug: translation.gettext(system.name) for slug, system in SYSTEMS.items()}
        label = form.fields["options_elimination"].label
        assert label == {"da": "Elimination", "ja": "敗退"}[language]
        assert (
            str(form.fields["options_order"].label)
            == {"da": "Parringsrækkefølge", "ja": "組み合わせの優先順"}[language]
        )


def test_the_word_for_none_may_be_typed_in_the_language_and_in_english(language: str) -> None:
    word = {"da": "ingen", "ja": "なし"}[language]
    with translation.override(language):
        field = EventForm(initial={"system": "mcmahon"}).fields["options_handicap"]
        assert field.prepare_value(field.initial) == word
        assert word in str(field.help_text)
        assert [field.clean(text) for text in (word, f" {word} ", "none", "3")] == [
            "none",
            "none",
            "none",
            "3",
        ]


def test_parameters_of_a_chain_are_shown_in_the_language_and_stay_what_they_are() -> None:
    link = "BH:policy=uschess"
    with translation.override("da"):
        chain = Chain.from_links([link])
        (param,) = chain.rows[0].unusual
        assert (param.label, param.said) == (
            "Uspillede runder",
            "US Chess: et halvt point for hver af modstanderens uspillede runder",
        )
        assert chain.links() == [link]
        (spec,) = parse_chain([link])
        assert column(spec).name == f"Buchholz (Uspillede runder: {param.said})"


def test_none_in_a_chain_comes_back_as_the_core_knows_it() -> None:
    with translation.override("ja"):
        row = Chain.from_links(["OMWP"]).rows[0]
        (floor,) = [param for param in row.params if param.spec.name == "floor"]
        assert floor.typed == "なし"
        data = QueryDict(mutable=True)
        data.update({"row": "0", "code_0": "OMWP", floor.name: floor.typed, "0_policy": row.params[0].value})
        assert [r.values["floor"] for r in Chain.from_post(data).rows] == ["none"]


def test_no_code_reaches_people_as_the_header_of_a_column_or_the_name_of_a_field() -> None:
    """What FIDE and melee call BH or OMWP is what players say; a code of ours has a word."""
    assert [code for code in TIEBREAKS if short_of(code) == code and not code.isupper()] == []
    fide: list[Any] = ["BH:cut=1", "BH", {"name": "BH", "median": 2}]
    assert [short_of(link) for link in fide] == ["BH/C1", "BH", "BH/M2"]
    assert chain_in_short(["losses", {"name": "strength_of_schedule"}, "BH:cut=1"]) == "Lost, SoS, BH/C1"
    assert chain_in_short(["BH", "losses", "BH:policy=uschess"]) == "BH 1, Lost, BH 2"
    pattern = re.compile(r'clean_\w+\([^()]*field="([a-z_]+)"')
    services = (file for file in (ROOT / "tournaments").rglob("*.py") if "migrations" not in file.parts)
    fields = {field for path in services for field in pattern.findall(path.read_text())}
    assert len(fields) > 20
    assert {field for field in fields if known_label(field) is None} == set()


def test_a_refusal_and_the_log_say_what_people_call_a_field_and_what_stands_in_it() -> None:
    with pytest.raises(ServiceError) as caught:
        clean_settings({"rounds_planned": None})
    assert str(caught.value) == "Fill in “Rounds planned”."
    with translation.override("da"):
        assert str(caught.value) == "Udfyld ”Planlagte runder”."
    before = {"system": "tiered", "tiebreaks": ["losses"], "starts_on": "2026-11-21", "options": {"a": 1}}
    after = {"system": "monrad", "tiebreaks": ["solkoff"], "starts_on": "2026-11-22", "options": {}}
    assert details(LogEntry(before=before, after=after)) == [
        "system Loss groups of a league → Swiss-Monrad",
        "tie-breaks Lost → Solk",
        "date 21 Nov 2026 → 22 Nov 2026",
        "options changed",
    ]


# --- moments: wording.md 1.7 says the English form; the others are those of CLDR, in 24 hours ---


AT = datetime(2026, 11, 21, 13, 5, 9, tzinfo=UTC)
FORMS = {
    "en": ("21 Nov, 14:05", "21 Nov 2026, 14:05", "21 Nov 2026, 14:05:09", "21 Nov 2026"),
    "da": ("21. nov. kl. 14:05", "21. nov. 2026 kl. 14:05", "21. nov. 2026 kl. 14:05:09", "21. nov. 2026"),
    "ja": ("11月21日 14:05", "2026年11月21日 14:05", "2026年11月21日 14:05:09", "2026年11月21日"),
}


@pytest.mark.parametrize("language", FORMS)
def test_a_moment_is_written_in_one_way_in_each_language(language: str) -> None:
    copenhagen = moments.zone_named("Europe/Copenhagen")
    with translation.override(language), timezone.override(copenhagen):
        assert moments.moment_of(AT, AT + timedelta(hours=3)) == "14:05"
        later, next_year = AT + timedelta(days=1), AT + timedelta(days=90)
        found = moments.moment_of(AT, later), moments.moment_of(AT, next_year), moments.exact_moment_of(AT)
        assert (*found, moments.day_of(date(2026, 11, 21))) == FORMS[language]


def test_today_and_the_day_are_those_of_the_zone_and_an_unknown_zone_is_the_servers() -> None:
    with timezone.override(moments.zone_named("Asia/Tokyo")):
        late = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)
        assert moments.moment_of(late, AT) == "22 Nov, 08:30"
        assert (moments.day_of(late), moments.time_of(late)) == ("22 Nov 2026", "08:30")
    assert moments.zone_of(Tournament(time_zone="Mars/Olympus")).key == "UTC"


@pytest.mark.django_db
def test_a_page_shows_the_times_of_its_event_and_the_next_page_those_of_its_own() -> None:
    owner = make_user()
    tokyo, server = (make_event(owner=owner, time_zone=zone, starts_on=None) for zone in ("Asia/Tokyo", ""))
    LogEntry.objects.update(at=AT)
    client = Client()
    client.force_login(owner)
    pages = [client.get(reverse("desk:log", args=[event.slug])).content.decode() for event in (tokyo, server)]
    assert ["21 Nov 2026, 22:05:09" in page for page in pages] == [True, False]
    assert ["21 Nov 2026, 13:05:09" in page for page in pages] == [False, True]
    said = client.get(reverse("api:event", args=[tokyo.slug])).json()
    assert said["time_zone"] == "Asia/Tokyo" and said["created_at"].endswith("+09:00")
