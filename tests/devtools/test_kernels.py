"""Compiled code is handed on from clone to clone, as long as what it was made from is the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from devtools import kernels


def test_a_clone_begins_with_what_another_has_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(kernels, "HOME", tmp_path / "home")
    compiled = []

    def clone(name: str, source: str) -> Path:
        """Where the code of a clone lies after it was warmed; to compile is to write down who did."""
        sources = tmp_path / name
        code = sources / "room" / "__pycache__" / "kernel.nbc"
        code.parent.mkdir(parents=True)
        (sources / "room" / "kernel.py").write_text(source)

        def warm(*_command: object) -> int:
            if not code.exists():
                compiled.append(name)
                code.write_text(name)
            return 0

        monkeypatch.setattr(kernels, "SOURCES", sources)
        monkeypatch.setattr(kernels, "call", warm)
        assert kernels.main() == 0
        return code

    first, second, changed = clone("a", "x = 1"), clone("b", "x = 1"), clone("c", "x = 2")
    assert [first.read_text(), second.read_text(), changed.read_text()] == ["a", "a", "c"]
    assert compiled == ["a", "c"]
    monkeypatch.setattr(kernels, "KEPT", 1)
    clone("d", "x = 3")
    assert len(list(kernels.HOME.iterdir())) == 1
