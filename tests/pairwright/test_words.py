"""Words that are no command of Pairwright."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands

from pairwright.__main__ import is_command
from tests.pairing.places import ROOT


@pytest.mark.parametrize("word", ["foo", "__init__", "../recheck", ""])
def test_an_unknown_word_is_refused_in_one_line_and_nothing_is_made(word: str, tmp_path: Path) -> None:
    surroundings = {**os.environ, "DATA_DIR": str(tmp_path / "data"), "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-m", "pairwright", word]
    done = subprocess.run(words, cwd=tmp_path, env=surroundings, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"[pairwright] There is no command {word!r}: `pairwright --help` lists them.\n"
    assert not list(tmp_path.iterdir())


def test_all_that_django_knows_are_commands() -> None:
    assert [word for word in (*get_commands(), "help", "version", "--version") if not is_command(word)] == []
