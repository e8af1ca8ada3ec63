"""Compiled code is handed on from clone to clone, as long as what it was made from is the same."""

from pathlib import Path

import pytest

from devtools import checks, kernels
from pairing.simulation import fingerprint as prints

CODE = Path("room", "__pycache__", "kernel.nbc")


def test_a_clone_begins_with_what_another_has_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(kernels, "HOME", tmp_path / "home")

    def clone(name: str, source: str) -> str:
        """Who compiled the code that lies in this clone after its tests; to compile is to write down who did."""
        sources = tmp_path / name
        (sources / CODE).parent.mkdir(parents=True)
        (sources / "room" / "kernel.py").write_text(source)
        monkeypatch.setattr(kernels, "SOURCES", sources)
        monkeypatch.setattr(prints, "SOURCES", [sources / "room" / "kernel.py"])
        kernels.take()
        if not (sources / kernels.STAMP).exists():
            (sources / CODE).write_text(name)
            (sources / kernels.STAMP).parent.mkdir()
            (sources / kernels.STAMP).write_text(prints.fingerprint())
        kernels.keep()
        return (sources / CODE).read_text()

    assert [clone("a", "x = 1"), clone("b", "x = 1"), clone("c", "x = 2")] == ["a", "a", "c"]
    assert len(list(kernels.HOME.iterdir())) == 2
    monkeypatch.setattr(kernels, "KEPT", 1)
    clone("d", "x = 3")
    assert len(list(kernels.HOME.iterdir())) == 1
    assert clone("e", "x = 1") == "e"


def test_nothing_is_compiled_before_a_test_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[tuple[object, ...]] = []
    monkeypatch.setattr(checks, "must", lambda *words, env=None: commands.append(words))
    checks.test(["tests/accounts"])
    (command,) = commands
    assert command[1:3] == ("-m", "pytest")
