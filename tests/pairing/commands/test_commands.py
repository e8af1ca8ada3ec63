"""The commands outsiders rely on, run as they run them: output, exit codes, one clear line for bad input."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema_rs import Draft202012Validator

from pairing.engine import pair
from pairing.formats import document, trf
from pairing.model.schema import schema
from pairing.model.types import Adjustment
from tests.pairing.calls import answer, refusal, run, run_alone
from tests.pairing.events import event
from tests.pairing.playing import as_round, with_round


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Some documents: one to be paired, one that cannot be, bad ones."""
    snapshot = event(["A beats B", "C beats D", "E has a bye"], draw_seed="s", system="monrad", name="Cup")
    stuck = event(["A beats B"], system="monrad")
    texts: dict[str, str | bytes] = {
        "event.json": json.dumps(document.dump(snapshot)),
        "stuck.json": json.dumps(document.dump(stuck)),
        "paired.json": json.dumps(document.dump(with_round(snapshot, as_round(pair(snapshot))))),
        "event.trf": trf.dump(snapshot),
        "broken.json": '{"format": ',
        "binary.json": bytes(range(256)) * 40,
        "binary.trf": bytes(range(256)) * 40,
        "deep.json": "[" * 100_000 + "]" * 100_000,
        "number.json": "1" * 100_000,
        "nan.json": '{"format": NaN}',
        "line.json": json.dumps({"format": "pairwright-event/1", "players": [], "a\nb": "\u2028"}),
        "empty.json": "",
        "empty.trf": "",
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return {name: str(tmp_path / name) for name in texts}


def test_pair_prints_the_next_round(files: dict[str, str]) -> None:
    data = answer("pair", files["event.json"])
    Draft202012Validator(dict(schema(document.PLAN))).validate(data)
    assert data["round"] == 2
    assert len(data["matches"]) == 2 and len(data["byes"]) == 1
    assert all(m["why"] for m in data["matches"]) and data["byes"][0]["player"] != 5
    assert answer("pair", files["event.json"]) == data


def test_standings_prints_ranks_and_tiebreaks(files: dict[str, str]) -> None:
    data = answer("standings", files["event.json"], "--tiebreak", "solkoff", "--tiebreak", "list_order")
    Draft202012Validator(dict(schema(document.STANDINGS))).validate(data)
    assert data["after_round"] == 1
    assert [line["player"] for line in data["standings"]] == [1, 3, 5, 2, 4]
    assert data["standings"][3] == {
        "rank": 4, "player": 2, "points": 0.0, "tiebreaks": {"solkoff": 1.0, "list_order": -2}
    }  # fmt: skip
    before = answer("standings", files["event.json"], "--after-round", "0")
    assert (before["after_round"], {line["rank"] for line in before["standings"]}) == (0, {1})


def test_recheck_compares_the_rounds(files: dict[str, str]) -> None:
    data = answer("recheck", files["event.json"])
    Draft202012Validator(dict(schema("pairwright-recheck-1"))).validate(data)
    assert [r["round"] for r in data["rounds"]] == [1]
    assert data["same"] is all(r["same"] for r in data["rounds"])


@pytest.mark.parametrize(("kind", "same"), [("FIDE_DUTCH_2025_BAKU", True), ("FIDE_DUTCH_2025", False)])
def test_recheck_of_a_report_without_a_number_of_rounds(kind: str, same: bool, tmp_path: Path) -> None:
    """All its rounds have been played, so Baku accelerates one (C.04.7, 1): of eight players 1 to 4 meet each other."""
    cells = ("3 w", "4 b", "1 b", "2 w", "7 w", "8 b", "5 b", "6 w")
    lines = (
        f"001 {id:4}{'':40}{2100 - id}{'':28} 0.5 {id:4}     {cell} =" for id, cell in enumerate(cells, 1)
    )
    report = tmp_path / "event.trf"
    report.write_text("\n".join([f"192 {kind}", *lines]))
    assert answer("recheck", str(report))["same"] is same


def test_a_document_can_come_on_standard_input(files: dict[str, str]) -> None:
    text = Path(files["event.json"]).read_bytes()
    assert answer("standings", "-", stdin=text) == answer("standings", files["event.json"])
    assert refusal("pair", "-", stdin=b"\x00").startswith("-: line 1 column 1: not JSON")


def test_a_file_ending_in_trf_is_a_fide_report(files: dict[str, str]) -> None:
    points = {line["player"]: line["points"] for line in answer("standings", files["event.trf"])["standings"]}
    assert points == {1: 1.0, 2: 0.0, 3: 1.0, 4: 0.0, 5: 1.0}


def test_a_bonus_of_a_fide_report_counts_and_what_does_not_add_up_is_said(tmp_path: Path) -> None:
    """Record 299 of TRF26; then printed points that leave it out, and points that nothing explains."""
    given = (Adjustment(2, 150, 1), Adjustment(1, -50))
    report = trf.dump(replace(event(["A beats B"]), adjustments=given))
    path = tmp_path / "bonus.trf"
    path.write_text(report)
    points = {line["player"]: line["points"] for line in answer("standings", str(path))["standings"]}
    assert points == {1: 0.5, 2: 1.5}

    path.write_text(report.replace("1.5    1     1 b 0", "0.0    1     1 b 0"))
    done = run("standings", str(path))
    assert json.loads(done.stdout)["standings"][0]["points"] == 1.5
    assert b"bonus.trf: note: line 7: the 0 points printed leave out record 299" in done.stderr

    path.write_text(report.replace("1.5    1     1 b 0", "2.0    1     1 b 0"))
    for command in ("standings", "pair", "recheck"):
        assert "line 7: 2 points are printed, the results give 1.5" in refusal(command, str(path))


def test_no_legal_pairing_is_exit_code_3(files: dict[str, str]) -> None:
    data = answer("pair", files["stuck.json"], code=3)
    Draft202012Validator(dict(schema(document.PLAN))).validate(data)
    assert (data["round"], data["matches"], data["byes"]) == (2, [], [])
    assert data["impossible"]["because"]


def test_system_and_options_can_be_overridden(files: dict[str, str]) -> None:
    monrad = answer(
        "pair", files["event.json"], "--option", "order=registration", "--option", "elimination=1"
    )
    # One loss and out: A, C and E are left, and E had its bye.
    assert {p for m in monrad["matches"] for p in m["seats"]} | {b["player"] for b in monrad["byes"]} == {
        1,
        3,
        5,
    }
    assert answer("pair", files["event.json"], "--system", "random_swiss")["round"] == 2


def test_several_files_are_a_line_each_and_exit_code_0(files: dict[str, str]) -> None:
    names = ["event.json", "stuck.json", "broken.json", "event.trf"]
    done = run("pair", *(files[name] for name in names))
    assert (done.returncode, done.stderr) == (0, b"")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines[0] == answer("pair", files["event.json"])
    assert "impossible" in lines[1] and list(lines[2]) == ["error"]
    assert "broken.json: line 1 column 12: not JSON" in lines[2]["error"]
    assert lines[3]["round"] == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("pair broken.json", "line 1 column 12: not JSON: Expecting value"),
        ("standings binary.json", "not UTF-8 text"),
        ("recheck binary.trf", "not a text file"),
        ("pair deep.json", "nested too deeply"),
        ("standings number.json", "too many digits"),
        ("recheck nan.json", "NaN is no JSON number"),
        ("pair line.json", 'unknown: "a\\nb"; choose from format'),
        ("standings empty.json", "line 1 column 1: not JSON"),
        ("recheck empty.trf", "no player line"),
        ("pair nope.json", "cannot be read: No such file or directory"),
        ("pair .", "cannot be read: Is a directory"),
        ("standings event.json --after-round 7", "After round 7 is not possible: choose 0 to 1."),
        ("standings event.json --tiebreak sos", "Tie-break “sos” is not possible here. Choose from: solkoff"),
        ("pair event.json --system nope", "system.name: nope is not possible here; choose from monrad"),
        ("pair event.json --option x=1", "Option “x” is not possible here"),
        ("pair event.json --option order", "write KEY=VALUE"),
    ],
)
def test_bad_input_is_one_clear_line(files: dict[str, str], tmp_path: Path, words: str, said: str) -> None:
    command, name, *options = words.split()
    text = refusal(command, str(tmp_path / name), *options)
    assert said in text
    assert options or text.startswith(f"{tmp_path / name}: ")


@pytest.mark.parametrize(
    "words", [[], ["--nonsense", "x"], ["--after-round", "x", "y"], ["--option"], ["a", "--system"]]
)
def test_a_wrong_call_is_one_clear_line_too(words: Sequence[str]) -> None:
    assert refusal("standings", *words).startswith("standings: ")


@pytest.mark.parametrize(
    ("command", "broken"),
    [("pair", "pair.engine.pair"), ("lots", "lots.lots_of_round"), ("simulate", "simulate.parse_json")],
)
def test_a_bug_of_ours_is_one_line_and_exit_code_1(
    files: dict[str, str], command: str, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: object) -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(f"tournaments.management.commands.{broken}", fail)
    words = [command, *(["--event"] if command == "lots" else []), files["event.json"]]
    done = run(*words)
    assert (done.returncode, done.stdout) == (1, b"")
    said = done.stderr.decode()
    assert said.endswith(": internal error, please report it: RuntimeError: two lines\n")
    with pytest.raises(RuntimeError):
        run(*words, "--traceback")


def test_a_real_process_prints_plain_ascii_whatever_the_terminal(
    files: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "spørgsmål.json"
    path.write_text("{}")
    terminal = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    done = run_alone("manage.py", "pair", str(path), files["event.json"], env=terminal)
    assert done.returncode == 0 and done.stdout.isascii()
    lines = done.stdout.splitlines()
    assert "rgsm" in json.loads(lines[0])["error"]
    assert json.loads(lines[1]) == answer("pair", files["event.json"])


def test_a_real_process_needs_no_settings_no_database_and_no_numbers(files: dict[str, str]) -> None:
    """All of them in one process: what the first of them loaded, the last one would be found with."""
    words = ["standings event.json", "recheck event.json", "repair paired.json", "lots A", "pair event.json"]
    words += ["seating --players 8 --rounds 4"]
    calls = [[files.get(word, word) for word in line.split()] for line in words]
    heavy = {"config.settings", "django.db.models", "celery", "rest_framework", "numpy"}
    code = (
        f"import sys, manage\nfor call in {calls}:\n sys.argv = ['manage.py', *call]; manage.main()\n"
        f"loaded = {heavy} & set(sys.modules); assert not loaded, loaded"
    )
    done = run_alone("-c", code)
    assert done.returncode == 0, done.stderr.decode()
    assert [json.loads(line) for line in done.stdout.splitlines()] == [answer(*call) for call in calls]
