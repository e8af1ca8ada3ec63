"""Lists of players as other programs and languages have them: read through the product's reader."""

import pytest

from tests.factories import make_event
from tests.tournaments.players.test_imports import preview, workbook
from tournaments.players.services.import_columns import Layout
from tournaments.players.services.imports import preview_import

# Lists as programs and federations give them, and people keep them: the players, and the columns that are said to be
# left out. The titles are those of the programs' files and of `chess-results.com` in each language.
FOUND: dict[str, tuple[str | bytes, list[tuple[str, int | None, str]], tuple[str, ...]]] = {
    "Swiss-Manager": (
        "Nr;Name;Titel;Identnr;EloNat;EloInt;Fed;Klub;FideIdent;Nachname;Vorname\r\n"
        "1;Berg,Alma;WFM;0;1800;1912;DEN;Aarhus;900000017;Berg;Alma\r\n2;Dahl,Carl;;0;1850;0;DEN;Aarhus;0;Dahl;Carl",
        [("Alma Berg", 1912, "Aarhus"), ("Carl Dahl", 1850, "Aarhus")],
        ("Nr", "Identnr", "FideIdent"),
    ),
    "no international rating at all": (
        "Name;EloNat;EloInt\nBerg,Alma;1800;0\nDahl,Carl;1850;0",
        [("Berg,Alma", 1800, ""), ("Dahl,Carl", 1850, "")],
        ("EloInt",),
    ),
    "chess-results, a workbook": (
        workbook(
            ["Harbour Cup"], ["Last update 27.11.2026 18:02:11"], ["Starting rank"],
            ["No.", None, "Name", "FideID", "FED", "RtgN", "RtgI", "Club/City"],
            [1, "WFM", "Berg, Alma", 900000017, "DEN", 1800, 1912, "Aarhus"],
            [2, None, "Dahl, Carl", 900000025, "DEN", 1850, 1755.5, "Odense"],
        ),
        [("Berg, Alma", 1912, "Aarhus"), ("Dahl, Carl", 1756, "Odense")],
        ("No.", "RtgN"),
    ),
    "chess-results, some without an international rating": (
        "No.;Name;RtgN;RtgI\n1;Berg, Alma;1800;1912\n2;Dahl, Carl;1850;0\n3;Eg, Eva;1700;\n4;Fynbo, Finn;0;0",
        [("Berg, Alma", 1912, ""), ("Dahl, Carl", 1850, ""), ("Eg, Eva", 1700, ""), ("Fynbo, Finn", None, "")],
        ("No.",),
    ),
    "FIDE": (
        "ID Number,Name,Fed,Sex,Tit,SRtng,B-day\n900000017,\"Berg, Alma\",DEN,F,WFM,1912,1987",
        [("Berg, Alma", 1912, "")],
        (),
    ),
    "one column for both names": (
        "Surname, First name;Rating\nBerg, Alma;1912\nDahl, Carl;1850",
        [("Berg, Alma", 1912, ""), ("Dahl, Carl", 1850, "")],
        (),
    ),
    "German": ("Name;Vorname;Verein;DWZ\nBerg;Alma;SK Kiel;1.912", [("Alma Berg", 1912, "SK Kiel")], ()),
    "French": ("Nom,Prénom,Équipe,Pays\nBerg,Alma,Lyon,FRA", [("Alma Berg", None, "Lyon")], ()),
    "Spanish": ("Apellidos;Nombre;Elo;País\nBerg Ruiz;Alma;1755,5;ESP", [("Alma Berg Ruiz", 1756, "")], ()),
    "Swedish": ("Förnamn\tEfternamn\tKlubb\tElo\nAlma\tBerg\tLund\t1 905", [("Alma Berg", 1905, "Lund")], ()),
    "Norwegian": ("Fornavn;Etternavn;Klubb;Rating\nAlma;Berg;Bergen;1 905", [("Alma Berg", 1905, "Bergen")], ()),
    "Dutch": ("Achternaam|Voornaam|Vereniging\nBerg|Alma|Delft", [("Alma Berg", None, "Delft")], ()),
    "Italian": ("Cognome;Nome;Società;Elo\nBerg;Alma;Torino;1'912", [("Alma Berg", 1912, "Torino")], ()),
    "Polish": ("Imię i nazwisko;Ranking;Klub\nAlma Berg;1912;Łódź", [("Alma Berg", 1912, "Łódź")], ()),
    "Japanese": ("姓,名,所属\n佐々木,翔太,大阪", [("佐々木 翔太", None, "大阪")], ()),
    "thousands": ('name\trating\nA\t1,850\nB\t1 905\nC\t1755,5\nD\t0', [
        ("A", 1850, ""), ("B", 1905, ""), ("C", 1756, ""), ("D", None, ""),
    ], ()),
    "ratings of go": ("name;rating\nA;-35\nB;0\nC;2.431", [("A", -35, ""), ("B", 0, ""), ("C", 2431, "")], ()),
    "small numbers": ("name;rating\nA;25.1\nB;24.912", [("A", None, ""), ("B", None, "")], ()),
}  # fmt: skip


@pytest.mark.parametrize("kind", FOUND)
def test_a_list_of_another_program_or_language_is_understood_or_says_what_it_drops(
    kind: str,
) -> None:
    content, expected, dropped = FOUND[kind]
    plan = preview(make_event(), content)
    rows = [row.values for row in plan.rows]
    assert [(row["name"], row.get("rating"), row.get("club", "")) for row in rows] == expected
    assert (plan.ignored_columns, plan.header, plan.header_in_doubt) == (dropped, True, False)


# First lines that nobody knows: what they are taken for where they are not asked about.
UNKNOWN = {
    "Nimi;Vahvuus\nAlma Berg;1912\nCarl Dahl;1850": ("name", "rating"),
    "Nimi;Seura\nAlma Berg;Turku\nCarl Dahl;Oulu": ("name", "club"),
    "Nr;Nimi;FideID;Elo;Seura\n1;Alma Berg;900017;1912;Turku": ("name", "fide_id", "rating", "club"),
    "Players of the club:\nAlma Berg\nCarl Dahl": ("name",),
}


@pytest.mark.parametrize("text", UNKNOWN)
def test_a_first_line_that_looks_like_titles_is_asked_about_and_never_a_player(
    text: str,
) -> None:
    event = make_event()
    plan = preview(event, text)
    assert (plan.header, plan.header_in_doubt, plan.columns) == (True, True, UNKNOWN[text])
    assert plan.rows[0].values["name"] == "Alma Berg"
    told = preview_import(tournament=event, content=text, layout=Layout(header=False))
    assert (told.header_in_doubt, len(told.rows)) == (False, len(plan.rows) + 1)
