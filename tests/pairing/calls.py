"""The commands that read documents, called in this process; `run_alone` starts a real one, as outsiders do."""

import io
import json
import os
import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest

from tests.pairing.places import ROOT


def run(*words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """What `python manage.py WORDS` gives, with streams of its own."""
    streams = {name: io.TextIOWrapper(io.BytesIO(), "utf-8") for name in ("stdin", "stdout", "stderr")}
    streams["stdin"].buffer.write(stdin)
    streams["stdin"].seek(0)
    code: Any = 0
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        command = import_module(f"tournaments.management.commands.{words[0]}").Command()
        try:
            # As `run_from_argv` does, which would close the connections of a test with a database.
            given = vars(command.create_parser("manage.py", words[0]).parse_args(words[1:]))
            command.execute(*given.pop("args", ()), **given)
        except SystemExit as stopped:
            code = stopped.code
    said = {name: stream.buffer.getvalue() for name, stream in streams.items() if not stream.flush()}
    return subprocess.CompletedProcess(words, code, said["stdout"], said["stderr"])


def run_alone(*call: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[bytes]:
    """`python CALL` in a process of its own, in a place without database or settings of ours."""
    clean = {k: v for k, v in os.environ.items() if k not in ("DJANGO_SETTINGS_MODULE", "DATABASE_URL")}
    return subprocess.run(
        [sys.executable, *call], capture_output=True, check=False, cwd=ROOT, env={**clean, **(env or {})}
    )


def answer(*words: str, code: int = 0, stdin: bytes = b"") -> Any:
    done = run(*words, stdin=stdin)
    assert done.returncode == code, done.stderr.decode()
    assert done.stdout.count(b"\n") == 1 and not done.stderr
    return json.loads(done.stdout)


def refusal(*words: str, stdin: bytes = b"") -> str:
    """What a refused call says: one line on stderr, nothing on stdout, exit code 2."""
    done = run(*words, stdin=stdin)
    text = done.stderr.decode()
    assert (done.returncode, done.stdout) == (2, b""), text
    assert text.count("\n") == 1 and text.endswith("\n") and "Traceback" not in text
    return text.strip()
