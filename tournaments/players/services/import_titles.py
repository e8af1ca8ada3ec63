"""The titles people give the columns of a list of players, and what each means."""

from __future__ import annotations

import re

from tournaments.steps.names import folded

# Titles in the languages of lists, without accents, case and punctuation; of two columns of one meaning the title that
# comes first here counts: an international rating before a national one. Columns with other titles are not used.
TITLES = {
    "name": (
        "name", "player", "players", "full name", "player name", "navn", "spiller", "spieler", "teilnehmer", "nom",
        "nom complet", "joueur", "nombre", "nombre completo", "jugador", "namn", "spelare", "naam", "speler", "nome",
        "nome completo", "giocatore", "zawodnik", "gracz", "名前", "氏名", "選手", "選手名",
    ),
    "last_name": (
        "last name", "lastname", "surname", "family name", "efternavn", "etternavn", "efternamn", "nachname",
        "familienname", "nom de famille", "apellido", "apellidos", "primer apellido", "achternaam", "familienaam",
        "cognome", "nazwisko", "姓",
    ),
    "first_name": (
        "first name", "firstname", "given name", "given names", "fornavn", "fornamn", "vorname", "prenom", "prenoms",
        "nombres", "nombre de pila", "voornaam", "imie", "imiona", "名",
    ),
    "sort_name": (
        "sort name", "sorted as", "reading", "sorteringsnavn", "並べ替え用の名前", "読み", "よみ", "ふりがな",
        "フリガナ", "よみがな",
    ),
    "rating": (
        "rating", "rtg", "elo", "ratingtal", "fide rating", "rating fide", "fide elo", "elo fide", "rtgi", "eloi",
        "eloint", "srtng", "std", "ratingzahl", "wertungszahl", "puntuacion elo",
        "dwz", "rtgn", "elon", "elonat", "national rating", "nwz", "rrtng", "brtng", "レーティング",
    ),
    "club": (
        "club", "team", "school", "klub", "forening", "verein", "mannschaft", "schule", "association", "equipe",
        "ecole", "equipo", "escuela", "klubb", "lag", "skola", "skole", "vereniging", "ploeg", "squadra", "societa",
        "circolo", "scuola", "druzyna", "szkola", "所属", "クラブ",
    ),
    "title": ("title", "tit", "titel", "titre", "titulo", "titolo", "tittel", "tytul", "称号", "段位"),
    "federation": (
        "federation", "fed", "country", "nation", "land", "forbund", "pays", "pais", "federacion", "federasjon",
        "federatie", "federazione", "nazione", "paese", "foderation", "federacja", "kraj", "国", "連盟",
    ),
    "fide_id": (
        "fide id", "fideid", "fide no", "fide nr", "fide number", "fide code", "fide kode", "id fide", "id number",
        "fide nummer", "numero fide", "codigo fide", "kod fide",
    ),
    "national_id": (
        "national id", "nat id", "id nat", "national no", "licence", "license", "licens", "pin", "egd pin", "ema id",
        "ema number", "member number", "membership number", "medlemsnummer", "medlemsnr", "mitgliedsnummer", "zps",
        "pkz", "numero de licence", "numero de licencia", "licencia", "lidnummer", "bondsnummer", "tessera",
        "numer licencji", "会員番号",
    ),
    "birth_year": (
        "year of birth", "birth", "born", "b day", "birthday", "birthdate", "date of birth", "dob", "fodselsar",
        "fodselsdato", "fodselsdag", "fodt", "geburtsjahr", "geburtsdatum", "geburtstag", "geb", "annee de naissance",
        "date de naissance", "naissance", "ano de nacimiento", "fecha de nacimiento", "nacimiento", "fodelsear",
        "fodelsedatum", "fodd", "geboortejaar", "geboortedatum", "anno di nascita", "data di nascita", "nascita",
        "rok urodzenia", "data urodzenia", "生年", "生年月日", "誕生日",
    ),
    "birth_day": (),
    "sex": (
        "gender", "kon", "geschlecht", "sexe", "sexo", "kjonn", "geslacht", "sesso", "plec", "性別",
    ),
    "email": (
        "e mail", "mail", "e mail address", "email address", "e mailadresse", "mailadresse", "e post", "epost",
        "courriel", "adresse e mail", "correo", "correo electronico", "メール", "メールアドレス",
    ),
    "second_rating": (
        "rating 2", "other rating", "rapid", "rapid rating", "blitz", "blitz rating", "lyn rating", "hurtig rating",
        "schnellschach", "rapide", "rapidas", "レーティング2",
    ),
    "second_rating_kind": ("rating kind", "kind of rating", "rating type", "ratingart", "type de rating"),
    "ranking": (
        "ranking", "seed", "seeding", "rangering", "setzliste", "setzplatz", "tete de serie", "cabeza de serie",
        "seedning", "testa di serie", "rozstawienie", "順位", "序列",
    ),
    "fixed_table": (
        "fixed table", "table", "fast bord", "fester tisch", "table fixe", "mesa fija", "vaste tafel", "tavolo fisso",
        "staly stol", "固定卓",
    ),
    "note": (
        "note", "remark", "bemaerkning", "bemerkung", "notiz", "remarque", "observaciones", "anmarkning", "merknad",
        "opmerking", "nota", "uwagi", "備考", "メモ",
    ),
}  # fmt: skip
FIELDS = tuple(TITLES)
UNUSED = ""
NAMES = frozenset({"name", "last_name"})
_KNOWN = {
    folded(title): (field, place)
    for field, titles in TITLES.items()
    for place, title in enumerate((field.replace("_", " "), *titles))
}
# "Surname, First name" and "Imię i nazwisko" are one column; "Club/City" is a club.
_BETWEEN = re.compile(r" ?[,/&+] ?| (?:and|und|et|y|e|i|en|och|og) ")
# In Polish lists the "ranking" is the rating; elsewhere it is a place.
_POLISH = frozenset({"nazwisko", "imie", "zawodnik", "gracz"})


def meaning(title: str) -> tuple[str, int]:
    """The field that a title means and how well (0 is best); `UNUSED` where it is not known."""
    words = " ".join(re.sub(r"[\s._:#*()-]+", " ", folded(title)).split())
    if words in _KNOWN:
        return _KNOWN[words]
    fields = {_KNOWN.get(part, (UNUSED, 0))[0] for part in _BETWEEN.split(words)}
    if "first_name" in fields and fields & NAMES:
        return "name", 0
    return _KNOWN.get(words.partition("/")[0].strip(), (UNUSED, 0))


# What a federation rates stands in for players without an international rating.
NATIONAL = frozenset(map(meaning, ("dwz", "rtgn", "elon", "elonat", "national rating", "nwz")))


def is_polish(titles: tuple[str, ...]) -> bool:
    return any(part in _POLISH for title in titles for part in _BETWEEN.split(folded(title)))
