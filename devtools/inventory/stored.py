"""What others hold by name: files and their columns, boxes of forms, variables, tasks, cookies and the like."""

import inspect
import re
from collections.abc import Iterator

from django.conf import settings

from config.celery import app
from devtools import ROOT
from pairing.model.options import describe
from pairing.model.scoring.mahjong import MahjongScoring
from tournaments.api.idempotency import HEADER
from tournaments.events.forms import phase_presets
from tournaments.events.forms.event import EventForm
from tournaments.events.forms.settings import setting_fields
from tournaments.events.services.settings import SETTINGS
from tournaments.history import files as log_files
from tournaments.lab.desk import simulations
from tournaments.people import desk as staff
from tournaments.phones.public import at_table, my_page
from tournaments.players.services import import_titles
from tournaments.public import displays
from tournaments.results.selectors import penalties
from tournaments.series.forms import SeriesForm
from tournaments.steps.refusals import CONFLICTS_OF_CORE
from tournaments.trouble import TROUBLES


def lines() -> Iterator[str]:
    yield from _files()
    yield from _events()
    yield from _browsers()
    yield from _refusals()
    # Another test holds the example, with its defaults, against what is read.
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    yield from (f"variable {name}" for name in re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE))
    for name, task in app.tasks.items():
        if not name.startswith("celery."):
            yield f"task {name}({', '.join(inspect.signature(task.run).parameters)})"
    yield f"header {HEADER}"
    yield f"token begins with {settings.REST_KNOX['TOKEN_PREFIX']}"
    yield from (f"language {language}" for language, _name in settings.LANGUAGES)


def _files() -> Iterator[str]:
    for column, titles in import_titles.TITLES.items():
        yield from (f"import column {column} titled {title}" for title in (column, *titles))
    heads = [f"{name}{part}" for name in simulations.COLUMNS for part in ("", "_low", "_high")]
    written = {"log": log_files.COLUMNS, "penalties": penalties.as_table([])[0], "simulation": heads}
    for file, columns in written.items():
        yield from (f"export {file}.csv column {column}" for column in columns)


def _events() -> Iterator[str]:
    """Settings by the names of services, and by those of the boxes on the pages."""
    yield from (f"event setting {name}" for name in SETTINGS)
    forms = {"event": setting_fields({}) | EventForm.base_fields, "series": SeriesForm.base_fields}
    for of, boxes in forms.items():
        for name, box in boxes.items():
            yield f"{of} box {name} is {type(box).__name__}"
            yield from (
                f"{of} box {name} may be {word}" for word, _label in getattr(box, "choices", ()) if word
            )
    yield from (f"phase plan {plan.slug}" for plan in phase_presets.PRESETS)
    for option in describe(MahjongScoring):
        what = f"scoring of four option {option.name}"
        yield f"{what} is {option.kind}"
        yield f"{what} default {option.default}"
        yield from (f"{what} may be {word}" for word in option.choices or ())
        if option.minimum is not None:
            yield f"{what} from {option.minimum} to {option.maximum}"


def _refusals() -> Iterator[str]:
    """Those that are in no catalogue of a noun, and so not in docs/refusals.md: of the API itself and of trouble."""
    for path in sorted((ROOT / "tournaments" / "api").rglob("*.py")):
        made = re.findall(
            r'(?:Refused|make)\(\s*(\d+),\s*(?:_code\(error, )?"(\w+)"', path.read_text(encoding="utf-8")
        )
        yield from (f"refusal {code} status {status}" for status, code in made)
    yield from (f"refusal {trouble.code} status 503" for trouble in TROUBLES)
    yield from (f"refusal {code} status 409" for code in CONFLICTS_OF_CORE)


def _browsers() -> Iterator[str]:
    for name in ("SESSION", "CSRF", "LANGUAGE", "DEVICE"):
        yield f"cookie {getattr(settings, f'{name}_COOKIE_NAME')}"
    yield from (f"cookie {name}" for name in (at_table.COOKIE, my_page.COOKIE))
    yield from (f"session {name}" for name in (displays.SESSION_KEY, staff.SHOWN_ONCE))
    for path in sorted((ROOT / "static" / "js").rglob("*.js")):
        for name in re.findall(r"`(pairwright:[^`]*)`", path.read_text(encoding="utf-8")):
            yield f"storage {re.sub(r'[$][{][^}]*[}]', '<part>', name)}"
