"""What the texts for people name exists: commands, words of make, files, and the links between them."""

import re
from pathlib import Path

import yaml
from django.core.management import get_commands

from pairing.systems import SYSTEMS
from pairing.tiebreaks import FAMILIES

ROOT = Path(__file__).resolve().parents[2]
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
TEXTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), *FORMS, ROOT / ".env.example"]
WORDS = set(re.findall(r"^    ([a-z]+) ", (ROOT / "dev.py").read_text().split('"""')[1], re.MULTILINE))


def code(text: str) -> str:
    """Only what is set as code: in prose, `make` may be an ordinary word."""
    return "\n".join(re.findall(r"```.*?```|`[^`\n]+`", text, re.DOTALL))


def test_every_command_that_is_named_exists_and_every_link_leads_somewhere() -> None:
    for path in TEXTS:
        text = path.read_text()
        assert set(re.findall(r"manage\.py ([a-z_]+)", code(text))) <= set(get_commands()), path
        named = re.findall(r"(?:^|[ `;&])make ([a-z]+)|dev\.py ([a-z]+)", code(text), re.MULTILINE)
        assert {make or dev for make, dev in named} <= WORDS, path
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            if "://" not in target and not target.startswith("mailto:"):
                assert (path.parent / target).exists(), (path, target)
        headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
        anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
        assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= anchors, path


def test_whoever_reports_a_fault_or_disputes_a_pairing_is_asked_for_what_it_takes() -> None:
    forms = {path.stem: yaml.safe_load(path.read_text()) for path in FORMS}
    required = {
        name: [field["id"] for field in form["body"] if field.get("validations", {}).get("required")]
        for name, form in forms.items()
    }
    assert set(forms) == {"fault", "wish", "pairing"}
    assert "version" in required["fault"]
    assert {"document", "expected"} <= set(required["pairing"])


def test_the_readme_names_every_system_and_every_family_of_tie_breaks() -> None:
    readme = (ROOT / "README.md").read_text()
    systems = [f"[{system.name}](docs/rules/{slug}.md)" for slug, system in SYSTEMS.items()]
    families = [f"**{family.name}**" for family in FAMILIES]
    assert [name for name in (*systems, *families) if name not in readme] == []


def test_the_ten_steps_of_the_readme_say_what_the_pages_say() -> None:
    steps = re.search(
        r"## Your first event in ten steps\n(.+?)\n## ", (ROOT / "README.md").read_text(), re.DOTALL
    )
    assert steps is not None
    catalogue = (ROOT / "locale/da/LC_MESSAGES/django.po").read_text()
    texts = set(re.findall(r'^msgid "(.+)"$', catalogue, re.MULTILINE))
    named = [
        re.sub(r"round \d+", "round %(number)s", word) for word in re.findall(r"\*\*(.+?)\*\*", steps[1])
    ]
    assert len(named) > 15
    assert [word for word in named if word not in texts] == []
