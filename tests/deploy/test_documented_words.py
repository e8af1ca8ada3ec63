"""What the texts for people name exists: commands, words of make, files, and the links between them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
TEXTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), ROOT / ".env.example"]
IDS = [str(path.relative_to(ROOT)) for path in TEXTS]
WORDS = re.findall(r"^    ([a-z]+) ", (ROOT / "dev.py").read_text().split('"""')[1], re.MULTILINE)


def code(text: str) -> str:
    """Only what is set as code: in prose, `make` may be an ordinary word."""
    return "\n".join(re.findall(r"```.*?```|`[^`\n]+`", text, re.DOTALL))


def test_the_words_are_found() -> None:
    assert {"run", "demo", "setup", "test", "check", "browser", "bench", "docs"} <= set(WORDS)


@pytest.mark.parametrize("path", TEXTS, ids=IDS)
def test_every_command_that_is_named_exists(path: Path) -> None:
    text = code(path.read_text())
    assert set(re.findall(r"manage\.py ([a-z_]+)", text)) <= set(get_commands())
    assert set(re.findall(r"(?:^|[ `;&])make ([a-z]+)", text, re.MULTILINE)) <= set(WORDS)
    assert set(re.findall(r"dev\.py ([a-z]+)", text)) <= set(WORDS)


@pytest.mark.parametrize("path", TEXTS, ids=IDS)
def test_every_link_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", path.read_text()):
        if "://" not in target and not target.startswith("mailto:"):
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", TEXTS, ids=IDS)
def test_every_anchor_on_the_same_page_has_its_heading(path: Path) -> None:
    text = path.read_text()
    headings = {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    }
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= headings
