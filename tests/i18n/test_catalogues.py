"""Every text is in every catalogue, translated, with its places and its plural forms. Red? `dev.py messages`."""

import re
from functools import cache
from pathlib import Path

import polib
import pytest
from django.conf import settings

from devtools import messages
from tests.i18n.conftest import LANGUAGES
from tests.i18n.reading import texts

# %(name)s of Python and templates, %s of scripts, {name} of the core; and the tags that some texts carry.
PLACE = re.compile(r"%%?\([^)]+\)[sd]|%%s|%[sd]|(?<!\{)\{\w+\}|</?\w+[^>]*>")


@cache
def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(messages.catalogue(language)))


def entries(language: str) -> list[polib.POEntry]:
    """What is in use; that something lacks a translation is for one test only to say."""
    return [entry for entry in catalogue(language) if not entry.obsolete and entry.translated()]


def translations(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def places(text: str) -> list[str]:
    return sorted(PLACE.findall(text))


def test_every_language_of_the_site_has_a_catalogue() -> None:
    assert messages.languages() == LANGUAGES
    assert {"da", "ja"} <= set(LANGUAGES)
    assert settings.LANGUAGE_CODE == "en"


def test_every_text_is_translated_once_and_no_translation_waits_for_a_check(language: str) -> None:
    """A new text without a translation is red: `dev.py messages`, then translate what it counts."""
    done = {(e.msgctxt, e.msgid): e for e in entries(language)}
    lacking = [key for key in texts() if key not in done]
    assert not lacking, f"{language}: {len(lacking)} texts, first {lacking[:5]}"
    plurals = [key for key, (plural, _files) in texts().items() if plural and not done[key].msgstr_plural]
    assert not plurals, f"{language}: no plural forms of {plurals}"
    assert [entry.msgid for entry in catalogue(language) if entry.fuzzy] == []
    assert len(done) == len(entries(language)), "some text stands in it twice"


def test_translations_keep_places_edges_and_lines(language: str) -> None:
    """No name or number is lost, no stray per cent sign or brace added; edges belong to what surrounds a text."""
    for entry in entries(language):
        given = [places(text) for text in (entry.msgid, entry.msgid_plural) if text]
        for said in translations(entry):
            assert places(said) in given, f"{entry.msgid!r} -> {said!r}"
            assert said == said.strip() or entry.msgid != entry.msgid.strip(), entry.msgid
            assert said.count("\n") in (0, entry.msgid.count("\n")), entry.msgid
            if "python-format" in entry.flags:
                assert said % dict.fromkeys(re.findall(r"%\((\w+)\)", entry.msgid), 1)
            if "python-brace-format" in entry.flags:
                assert said.format(**dict.fromkeys(re.findall(r"\{(\w+)\}", entry.msgid), "1"))


@pytest.mark.parametrize(
    ("language", "rule", "count"),
    [("da", "nplurals=2; plural=(n != 1);", 2), ("ja", "nplurals=1; plural=0;", 1)],
)
def test_plural_forms_are_those_of_the_language(language: str, rule: str, count: int) -> None:
    assert catalogue(language).metadata["Plural-Forms"] == rule
    assert {len(e.msgstr_plural) for e in entries(language) if e.msgid_plural} == {count}


def test_catalogues_compile(language: str, tmp_path: Path) -> None:
    catalogue(language).save_as_mofile(str(tmp_path / "django.mo"))
    compiled = polib.mofile(str(tmp_path / "django.mo"))
    assert len(compiled) == len(catalogue(language).translated_entries())


def test_danish_quotes_as_danes_do_and_japanese_as_japanese_do() -> None:
    assert [e.msgid for e in entries("da") if "“" in e.msgstr] == []
    assert [e.msgid for e in entries("ja") if set("“”") & set(e.msgstr)] == []


# --- the collecting itself --------------------------------------------------------------------------------
def test_marked_strings_are_found_in_python() -> None:
    source = """
x = _("One") + gettext("Two " "parts") + ngettext("%(n)s day", "%(n)s days", n)
y = pgettext_lazy("wind", "East"), phrase("{a} or {b}", a=1, b=2), django.gettext_noop("Quiet")
z = _(variable), other("Not marked"), _("")
"""
    found = sorted(messages.in_python(source, "here.py"), key=lambda words: words["id"])
    assert found == [
        {"id": "%(n)s day", "plural": "%(n)s days"},
        {"context": "wind", "id": "East"},
        {"id": "One"},
        {"id": "Quiet"},
        {"id": "Two parts"},
        {"id": "{a} or {b}"},
    ]


@pytest.mark.parametrize("call", ['_(f"Round {n}")', '_("Round " + n)', 'gettext("Round %s" % n)'])
def test_a_text_put_together_before_it_is_marked_is_refused(call: str) -> None:
    with pytest.raises(messages.NotLiteral, match=r"here\.py:1"):
        list(messages.in_python(call, "here.py"))


def test_tags_of_templates_are_found() -> None:
    source = """{% load i18n %}{% translate "Who's there?" %}{% translate 'By' context "page" %}
{% include "x.html" with label=_("Save") %}
{% blocktranslate count n=n %}{{ n }} player{% plural %}{{ n }} players{% endblocktranslate %}"""
    found = sorted(messages.in_template(source, "here.html"), key=lambda words: words["id"])
    assert found == [
        {"id": "%(n)s player", "plural": "%(n)s players"},
        {"context": "page", "id": "By"},
        {"id": "Save"},
        {"id": "Who's there?"},
    ]


def test_what_the_core_registers_is_found() -> None:
    """Against the registries' own entries: system, option, choice, tie-break, chain, reason and error."""
    known = {text for _context, text in texts()}
    assert {
        "Swiss-Monrad", "Pairing order", "New lots every round", "Solkoff", "The sum of the points of all opponents.",
        "Shared places", "Both are on {score}.", "{where}: {detail}", "a whole number from {low}",
    } <= known  # fmt: skip


def test_updating_keeps_what_is_translated_and_what_went_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "LOCALE", tmp_path)
    assert messages.update("da", {(None, "One"): (None, {"a.py"}), (None, "Two"): (None, {"a.py"})}) == (2, 2)
    first = polib.pofile(str(messages.catalogue("da")))
    for entry in first:
        entry.msgstr = {"One": "En", "Two": "To"}[entry.msgid]
    first.save()
    day: messages.Texts = {(None, "Two"): (None, {"b.py"}), (None, "%(n)s day"): ("%(n)s days", {"b.py"})}
    assert messages.update("da", day) == (2, 1)
    second = polib.pofile(str(messages.catalogue("da")))
    assert {e.msgid: (e.msgstr, e.obsolete) for e in second if not e.msgid_plural} == {
        "Two": ("To", False), "One": ("En", True),
    }  # fmt: skip
    assert [set(e.msgstr_plural) for e in second if e.msgid_plural] == [{0, 1}]
    assert messages.update("da", {(None, "One"): (None, {"a.py"})}) == (1, 0), "it came back with its text"
