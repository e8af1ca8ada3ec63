"""The wheel, installed beside packages of others: its commands in an empty folder, with an empty PATH and home."""

import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import urllib.request
from pathlib import Path
from zipfile import ZipFile

import pytest
from filelock import FileLock

from devtools.install import find_uv, uv_env
from manage import FILE_COMMANDS
from tests.conftest import migrated_database
from tests.pairwright.running import ROOT, Running, wait_for

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
# Names of folders of ours that others may have, too.
OTHERS = ("accounts", "config", "devtools", "manage", "pairing", "research", "tournaments")
FIELD = "--system dutch --players 8 --rounds 2 --planned 5 --seed 1".split()
WITHOUT_THE_LAB = """
import sys
sys.modules.update(dict.fromkeys(("llvmlite", "numba", "numpy")))
from pairwright.__main__ import main
main()
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built once for all processes of the tests."""
    folder = tmp_path_factory.getbasetemp().parent / "wheel"
    with FileLock(f"{folder}.lock"):
        if not (found := list(folder.glob("*.whl"))):
            command = [sys.executable, "-m", "devtools.wheel", str(folder)]
            subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
            found = list(folder.glob("*.whl"))
    (path,) = found
    return path


@pytest.fixture(scope="module")
def scripts(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of a fresh environment, which borrows what the wheel depends on from that of the tests."""
    venv = tmp_path_factory.mktemp("venv")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    python = venv / "bin" / "python"
    uv = find_uv()
    assert uv
    command = [uv, "pip", "install", "--quiet", "--offline", "--no-deps", "--python", str(python), str(wheel)]
    subprocess.run(command, env=uv_env(), check=True, stderr=subprocess.DEVNULL)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(venv)}))
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    for name in OTHERS:
        (packages / f"{name}.py").write_text("OF = 'somebody else'\n")
    return python.parent


def call(command: Path, *words: object, folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "home").mkdir(exist_ok=True)
    surroundings = {"HOME": str(folder / "home"), "PATH": ""}
    return subprocess.run(
        [command, *map(str, words)],
        cwd=folder,
        env=surroundings,
        input="{}",
        capture_output=True,
        text=True,
        check=False,
    )


def test_nothing_of_ours_but_the_package_lies_beside_others(
    wheel: Path, scripts: Path, tmp_path: Path
) -> None:
    names = ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {"pairwright", f"pairwright-{VERSION}.dist-info"}
    assert not [name for name in names if name.endswith((".pyc", ".nbi", ".nbc", ".sqlite3"))]
    code = f"import {', '.join(OTHERS)}, pairwright; print({', '.join(f'{name}.OF' for name in OTHERS)})"
    done = call(scripts / "python", "-c", code, folder=tmp_path)
    assert done.stdout.count("somebody else") == len(OTHERS), done.stderr


def test_the_command_says_what_it_can_do_and_which_version_it_is(scripts: Path, tmp_path: Path) -> None:
    told = call(scripts / "pairwright", "--help", folder=tmp_path).stdout
    assert told.startswith("Runs live tournament events")
    assert [word for word in ("start", "engine", *FILE_COMMANDS) if f"\n    {word} " not in told] == ["start"]
    assert call(scripts / "pairwright", "--version", folder=tmp_path).stdout == f"{VERSION}\n"


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.sweep)])
def test_documents_are_paired_where_nothing_else_is(whole: bool, scripts: Path, tmp_path: Path) -> None:
    """And nothing is left behind there. Every day by some of the commands."""

    def answer(*words: object) -> str:
        done = call(scripts / "pairwright", *words, folder=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    (tmp_path / "event.trf").write_text(answer("random_event", *FIELD, "--format", "trf"))
    assert len(json.loads(answer("pair", "event.trf"))["matches"]) == 4
    assert answer("engine", "--dutch", "event.trf", "-p").startswith("4\n")
    if whole:
        (tmp_path / "open.json").write_text(answer("random_event", *FIELD, "--open-round"))
        assert all(one["same"] for one in json.loads(answer("recheck", "event.trf"))["rounds"])
        assert len(json.loads(answer("standings", "event.trf"))["standings"]) == 8
        assert json.loads(answer("repair", "open.json", "--gone", "5,6"))
        assert len(json.loads(answer("seating", "--players", 16, "--rounds", 2))["rounds"]) == 2
        assert json.loads(answer("lots", "Anna", "Bo", "--season", 1, "--round", 1))
        assert "288 of 288 as printed" in answer("study", "wcsc")
    assert not list((tmp_path / "home").iterdir())


@pytest.mark.parametrize("words", [("simulate", "-"), ("study", "tiebreaks")])
def test_what_simulates_says_which_extra_it_needs(
    words: tuple[str, ...], scripts: Path, tmp_path: Path
) -> None:
    done = call(scripts / "python", "-c", WITHOUT_THE_LAB, *words, folder=tmp_path)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "pairwright[lab]" in line


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.sweep)])
def test_a_site_starts_and_nobody_else_gets_its_folder_or_its_port(
    whole: bool, scripts: Path, tmp_path: Path
) -> None:
    """Every day on tables that are there already, and with one process for the web."""
    data = tmp_path / "data"
    data.mkdir()
    if not whole and (tables := migrated_database()).exists():
        shutil.copyfile(tables, data / "pairwright.sqlite3")
    command, variables = [scripts / "pairwright"], {"WEB_WORKERS": "1"}
    site = Running(tmp_path, *command, *(["--demo"] if whole else []), PATH="", **variables)
    try:
        wait_for(lambda: site.said("is ready"), "the first page")
        assert site.said(f"The data lies in {data}")
        assert site.said("owner of the demo: organiser" if whole else "Create your account")
        address = f"http://127.0.0.1:{site.port}/"
        request = urllib.request.Request(address, headers={"Accept-Language": "da"})
        with urllib.request.urlopen(request) as answer:
            page = answer.read().decode()
        assert '<html lang="da"' in page
        style = re.search(r'href="/(static/[^"]+[.]css)"', page)
        assert style
        urllib.request.urlopen(address + style[1]).close()
        if whole:
            site.ask_worker()
            wait_for(lambda: "celery" in site.children(), "a worker")
        other = tmp_path / "other"
        assert f"already running from {data}" in refusal(*command, "--data", data)
        assert f"Port {site.port} on" in refusal(*command, "--data", other, "--port", site.port)
    finally:
        site.stop()
    assert site.process.returncode == 0


def refusal(*command: object) -> str:
    """The line in which it refuses."""
    words = list(map(str, command))
    done = subprocess.run(words, env={"PATH": ""}, cwd="/", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    return line
