"""`dev.py test`, `check`, `layout`, `browser`, `bench`, `docs`, `lock` and `sweep`."""

import json
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from devtools import BIN, PYTHON, ROOT, bench as compared, call, must, pages, say, sweep as sweeping
from devtools.install import find_uv, uv_env
from devtools.suite import in_parallel, test_env

MANAGE = (PYTHON, "manage.py")
OPENAPI = ROOT / "docs" / "openapi.yaml"
# For pip: what runs. The tools are installed by uv alone.
PIP_LOCK = ROOT / "requirements.lock"
FOR_PIP = ("--no-header", "--no-annotate", "--no-emit-project")
BILL = ROOT / "build" / "pairwright.cdx.json"


def test(arguments: list[str], *, only: str = "tests") -> None:
    must(PYTHON, "-m", "pytest", *in_parallel(), *(arguments or [only]), env=test_env())


def browser(arguments: list[str]) -> None:
    test(arguments, only="tests/browser")


def bench(arguments: list[str]) -> None:
    if any(word == "--base" or word.startswith("--base=") for word in arguments):
        raise SystemExit(compared.main(arguments))
    must(PYTHON, "-m", "tests.bench", *arguments, env=test_env())


def sweep(arguments: list[str]) -> None:
    sweeping.main(arguments)


def check(arguments: list[str]) -> None:
    """Run all checks, also after one that failed, and end with a list of those."""
    steps: dict[str, Callable[[], int]] = {
        "style (ruff check)": lambda: call(BIN / "ruff", "check", "."),
        "layout (ruff format)": lambda: call(BIN / "ruff", "format", "--check", "."),
        "pages (djangofmt, oxfmt, oxlint)": pages.check,
        "types and tests of scripts (deno)": pages.scripts,
        "types (mypy)": lambda: call(BIN / "mypy"),
        "import directions (lint-imports)": lambda: call(BIN / "lint-imports"),
        "migrations": lambda: call(*MANAGE, "makemigrations", "--check", "--dry-run"),
        "system checks": lambda: call(*MANAGE, "check", "--deploy", "--fail-level", "ERROR"),
        "lock files": locks_agree,
        "bill of materials (CycloneDX)": bill_of_materials,
        "image (hadolint)": image_is_sound,
        "API description": openapi_agrees,
        "picture of the rooms": lambda: call(PYTHON, "-m", "devtools.rooms", "--check"),
    }
    failed = []
    for name, step in steps.items():
        say(f"check: {name}")
        if step():
            failed.append(name)
    if failed:
        raise SystemExit(f"[pairwright] failed: {', '.join(failed)}")
    say("all checks passed")


def layout(arguments: list[str]) -> None:
    """Lay out Python, templates, style sheets and scripts as `check` wants them."""
    if call(BIN / "ruff", "format", ".") + pages.layout():
        raise SystemExit("[pairwright] something is left to do by hand")


def locks_agree() -> int:
    """uv.lock fits pyproject.toml, and the list for pip is an export of it."""
    uv = find_uv()
    if uv is None:
        say("skipped: the lock files cannot be compared without uv")
        return 0
    if call(uv, "lock", "--check", "--quiet", env=uv_env()):
        say("uv.lock does not fit pyproject.toml: run `dev.py lock`")
        return 1
    if PIP_LOCK.read_text() == exported(uv, *FOR_PIP):
        return 0
    say(f"{PIP_LOCK.name} is not what uv.lock says: run `dev.py lock`")
    return 1


def exported(uv: str, *form: str) -> str:
    """What runs, of the lock."""
    words = "export --frozen --no-default-groups --extra lab --quiet".split()
    return subprocess.check_output([uv, *words, *form], cwd=ROOT, env=uv_env(), text=True)


def bill_of_materials() -> int:
    """Everything that runs, with versions and digests, in a form that scanners read."""
    uv = find_uv()
    if uv is None:
        say("skipped: there is no bill of materials without uv")
        return 0
    BILL.parent.mkdir(exist_ok=True)
    BILL.write_text(exported(uv, "--format", "cyclonedx1.5"))
    say(f"{len(json.loads(BILL.read_text())['components'])} components: {BILL.relative_to(ROOT)}")
    return 0


def image_is_sound() -> int:
    program = BIN / "hadolint"
    if not program.exists():
        say("skipped: hadolint is not to be had for this machine")
        return 0
    return call(program, "Dockerfile")


def lock(arguments: list[str]) -> None:
    """Resolve pyproject.toml again and export it for pip; arguments such as --upgrade go to `uv lock`."""
    uv = find_uv()
    if uv is None:
        raise SystemExit("[pairwright] uv is needed to lock")
    must(uv, "lock", *arguments, env=uv_env())
    PIP_LOCK.write_text(exported(uv, *FOR_PIP))


def openapi_agrees() -> int:
    """The committed description of the API is what the code says, and is valid OpenAPI without warnings."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "openapi.yaml"
        if code := call(*MANAGE, "spectacular", "--validate", "--fail-on-warn", "--file", fresh):
            return code
        if OPENAPI.is_file() and OPENAPI.read_text() == fresh.read_text():
            return 0
    say("docs/openapi.yaml is not what the code says: run `dev.py docs`")
    return 1


def docs(arguments: list[str]) -> None:
    must(*MANAGE, "spectacular", "--validate", "--fail-on-warn", "--file", OPENAPI)
    must(*MANAGE, "rules_docs")
    must(*MANAGE, "roles_docs")
    must(*MANAGE, "refusals_docs")
    must(PYTHON, "-m", "devtools.rooms")
    must(PYTHON, "-m", "devtools.inventory")
