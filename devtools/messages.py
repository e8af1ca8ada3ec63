"""The texts of Pairwright and their translations: `dev.py messages`. Runs inside .venv.

The texts come from three places: marked strings in Python, the tags of templates, and the registries of the core
(systems, options, tie-breaks, presets, reasons, errors). The core does not use gettext, so texts there are plain
English. Python alone reads them all: no gettext tools are needed, and a test can do the same.
"""

import ast
import os
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from devtools import ROOT, fail, say

LOCALE = ROOT / "locale"
PACKAGES = ("accounts", "config", "pairing", "research", "tournaments")
# Function -> which of its arguments are the context, the text and its plural.
FORMS: dict[str, tuple[str, ...]] = {
    "gettext": ("id",),
    "ngettext": ("id", "plural"),
    "pgettext": ("context", "id"),
    "npgettext": ("context", "id", "plural"),
}
MARKS: dict[str, tuple[str, ...]] = {
    "_": FORMS["gettext"],
    "gettext_noop": FORMS["gettext"],
    "phrase": FORMS["gettext"],  # pairing.model.reasons
    **FORMS,
    **{f"{name}_lazy": form for name, form in FORMS.items()},
}
MARKED = re.compile(rf"\b({'|'.join(MARKS)})\(")
# What Django makes of a template: calls of the same functions between rows of X for everything else.
TEMPLATE_CALL = re.compile(r"(?<![\w.])(gettext|ngettext|pgettext|npgettext|_)\(")
PLURALS = {
    "da": "nplurals=2; plural=(n != 1);",
    "ja": "nplurals=1; plural=0;",
}

# (context or None, text) -> (plural or None, the files it is in)
Key = tuple[str | None, str]
Texts = dict[Key, tuple[str | None, set[str]]]


class NotLiteral(Exception):
    """A marked text that is put together at run time: no catalogue can hold it."""


def texts_of_pages() -> Texts:
    """Every text that users can see."""
    texts: Texts = {}
    for where, words in _everything():
        key = (words.get("context"), words["id"])
        plural, files = texts.get(key, (None, set()))
        texts[key] = (words.get("plural") or plural, files | {where})
    return texts


def _everything() -> Iterator[tuple[str, dict[str, str]]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                where = path.relative_to(ROOT).as_posix()
                yield from ((where, words) for words in in_python(path.read_text("utf-8"), where))
    for path in sorted((ROOT / "templates").rglob("*")):
        if path.suffix in {".html", ".txt", ".svg"}:
            where = path.relative_to(ROOT).as_posix()
            yield from ((where, words) for words in in_template(path.read_text("utf-8"), where))
    yield from ((where, {"id": text}) for where, text in in_registries() if text)


def in_python(source: str, where: str) -> Iterator[dict[str, str]]:
    """The marked texts of a module. Errors: NotLiteral for an f-string or a sum of parts."""
    if not MARKED.search(source):  # most modules have none, and to parse them all takes seconds
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and (words := _words(node, where)):
            yield words


def _words(call: ast.Call, where: str) -> dict[str, str] | None:
    name = str(getattr(call.func, "id", None) or getattr(call.func, "attr", ""))
    form = MARKS.get(name)
    if form is None or len(call.args) < len(form):
        return None
    given = call.args[: len(form)]
    if any(isinstance(part, ast.JoinedStr | ast.BinOp) for part in given):
        raise NotLiteral(f"{where}:{call.lineno}: {name}() needs one plain string")
    words = {
        kind: part.value
        for kind, part in zip(form, given, strict=True)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    }
    # A variable: its text stands, marked, somewhere else.
    return words if len(words) == len(form) and words["id"] else None


def in_template(source: str, where: str) -> Iterator[dict[str, str]]:
    """The texts of a template's tags."""
    from django.utils.translation.template import templatize

    made = templatize(source, origin=where)
    for call in TEMPLATE_CALL.finditer(made):
        yield from in_python(made[call.start() : _end_of_call(made, call.end())], where)


def _end_of_call(text: str, start: int) -> int:
    """Where the bracket opened before `start` is closed, minding quotes."""
    depth, quote, at = 1, "", start
    while depth:
        sign = text[at]
        if quote:
            at += sign == "\\"
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        else:
            depth += (sign == "(") - (sign == ")")
        at += 1
    return at


def in_registries() -> Iterator[tuple[str, str]]:
    """(file, text) of everything the core registers."""
    import pairing

    for module in pkgutil.walk_packages(pairing.__path__, "pairing."):
        import_module(module.name)
    from pairing.model import errors, reasons
    from pairing.systems import SYSTEMS
    from pairing.tiebreaks import FAMILIES, PRESETS, TIEBREAKS

    for system in SYSTEMS.values():
        where = _file_of(system.options)
        yield from ((where, text) for text in (system.name, system.summary))
        yield from ((where, text) for text in _option_texts(system.options))
    for tiebreak in TIEBREAKS.values():
        where = _file_of(tiebreak.explain)
        yield from ((where, text) for text in (tiebreak.name, tiebreak.help))
        yield from ((where, text) for text in _option_texts(tiebreak.options))
    for family in FAMILIES:
        yield from (("pairing/tiebreaks/catalogue.py", text) for text in (family.name, family.help))
    for preset in PRESETS.values():
        yield from (("pairing/tiebreaks/presets.py", text) for text in (preset.label, preset.help))
    yield from (("pairing/model/reasons.py", text) for text in reasons.TEXTS.values())
    yield from (("pairing/model/errors.py", text) for text in errors.TEXTS.values())


def _option_texts(options: type) -> Iterator[str]:
    from dataclasses import is_dataclass

    from pairing.model.options import describe

    for spec in describe(options) if is_dataclass(options) else ():
        yield from (spec.label, spec.help, *(spec.choices or {}).values(), spec.none or "")


def _file_of(thing: Any) -> str:
    return str(thing.__module__).replace(".", "/") + ".py"


def catalogue(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def languages() -> list[str]:
    return sorted(path.parts[-3] for path in LOCALE.glob("*/LC_MESSAGES/django.po"))


def update(language: str, texts: Texts) -> tuple[int, int]:
    """Bring a catalogue up to date; (how many texts it has, how many still lack a translation).

    A translation whose text is gone stays as an obsolete entry and comes back with its text.
    """
    import polib

    path = catalogue(language)
    old = polib.pofile(str(path), wrapwidth=110) if path.exists() else _new(language)
    known = {(entry.msgctxt, entry.msgid): entry for entry in old}
    fresh = polib.POFile(wrapwidth=110)
    fresh.metadata, fresh.header = old.metadata, old.header
    for key, (plural, files) in sorted(texts.items(), key=_order):
        fresh.append(_entry(key, plural, sorted(files), known.pop(key, None), _count_of_plurals(old)))
    for entry in known.values():
        if entry.translated() or entry.obsolete:
            entry.obsolete, entry.occurrences = True, []
            fresh.append(entry)
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh.save(str(path))
    return len(texts), len(fresh.untranslated_entries()) + len(fresh.fuzzy_entries())


def _order(item: tuple[Key, tuple[str | None, set[str]]]) -> tuple[str, str, str]:
    (context, text), (_plural, files) = item
    return min(files), text, context or ""


def _new(language: str) -> Any:
    import polib

    new = polib.POFile(wrapwidth=110)
    new.header = f"Pairwright in {language}. Texts are collected by `dev.py messages`."
    new.metadata = {
        "Project-Id-Version": "Pairwright",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS.get(language, PLURALS["da"]),
    }
    return new


def _count_of_plurals(po: Any) -> int:
    return int(po.metadata["Plural-Forms"].split(";")[0].split("=")[1])


def _entry(key: Key, plural: str | None, files: list[str], old: Any, plurals: int) -> Any:
    import polib

    context, text = key
    entry = polib.POEntry(msgctxt=context, msgid=text, occurrences=[(file, "") for file in files])
    marks = _format_of(text)
    entry.flags = [marks] if marks else []
    if old is not None:
        entry.comment, entry.tcomment = old.comment, old.tcomment
        entry.flags += [flag for flag in old.flags if flag == "fuzzy"]
    if plural:
        entry.msgid_plural = plural
        known = old.msgstr_plural if old is not None else {}
        entry.msgstr_plural = {number: known.get(number, "") for number in range(plurals)}
    elif old is not None:
        entry.msgstr = old.msgstr
    return entry


def _format_of(text: str) -> str | None:
    if re.search(r"%\(\w+\)[sd]", text):
        return "python-format"
    return "python-brace-format" if re.search(r"\{\w+\}", text) else None


def main(arguments: Iterable[str]) -> None:
    """Update the catalogues of all languages, or of those named (a new one is begun), and rebuild the .mo files."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    from devtools.site import translations

    django.setup()
    wrong = [word for word in arguments if not re.fullmatch(r"[a-z]{2,3}(_[A-Z][A-Za-z]+)?", word)]
    if wrong:
        fail(f"not a language code such as da or pt_BR: {wrong[0]}")
    try:
        texts = texts_of_pages()
    except NotLiteral as error:
        fail(str(error))
    lacking = 0
    for language in list(arguments) or languages():
        total, missing = update(language, texts)
        lacking += missing
        say(f"{language}: {total} texts, {missing} without a translation")
    translations()
    sys.exit(1 if lacking else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
