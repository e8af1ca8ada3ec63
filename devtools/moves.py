"""Move modules and let everything that names them follow: `python -m devtools.moves OLD=NEW ...`, dotted names.

It renames with `git mv`, so that `git log --follow` finds what came before, and rewrites imports, dotted names and
paths in all files that git knows. Each move is added to moves.txt, so that older notes and commits can be followed.
This script goes when the rooms stand.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

READ = {".html", ".js", ".json", ".md", ".po", ".py", ".sh", ".toml", ".txt", ".yml", ""}
RECORD = Path(__file__).with_name("moves.txt")
DONE = "\0"  # stands before a name that has been rewritten, so that it is not rewritten twice
OURS = r"(?:accounts|config|devtools|pairing|research|tests|tournaments)"


def path_of(module: str) -> Path:
    """Where a module or package stands, without the ending of a module."""
    return Path(*module.split("."))


def move(old: str, new: str) -> None:
    """Rename one module or package; packages on the way to the new place are made."""
    source, target = path_of(old), path_of(new)
    if not source.is_dir():
        source, target = source.with_suffix(".py"), target.with_suffix(".py")
    for folder in reversed(target.parents[:-1]):
        folder.mkdir(exist_ok=True)
        if not (folder / "__init__.py").exists():
            (folder / "__init__.py").write_text("")
            subprocess.run(["git", "add", folder / "__init__.py"], check=True)
    subprocess.run(["git", "mv", source, target], check=True)


def follow_imports(text: str, table: dict[str, str]) -> str:
    """`from package import module, other`, also in brackets: each name that is a moved module on a line of its own."""

    def again(found: re.Match[str]) -> str:
        indent, package, names = found["indent"], found["package"], found["names"].strip("()")
        kept, moved = [], []
        for name in (name.strip() for name in names.replace("\n", " ").split(",")):
            first = name.split(" as ")[0]
            new = table.get(f"{package}.{first}")
            if new is None:
                kept += [name] if name else []
                continue
            parent, _, last = new.rpartition(".")
            local = name.split(" as ")[-1]
            moved.append(
                f"{indent}from {DONE}{parent} import {last if last == local else f'{last} as {local}'}"
            )
        if not moved:
            return found[0]
        first_line = [f"{indent}from {package} import ({', '.join(kept)})"] if kept else []
        return "\n".join([*first_line, *moved])

    pattern = rf"(?m)^(?P<indent>[ \t]*)from (?P<package>{OURS}[\w.]*) import (?P<names>\([^)]*\)|[^(\n#]+)"
    return re.sub(pattern, again, text)


def follow(text: str, table: dict[str, str], *, python: bool) -> str:
    """A file's text with all moved modules named as they are called now, each name looked at once."""
    if python:
        text = follow_imports(text, table)
    longest_first = sorted(table, key=len, reverse=True)
    names = "|".join(re.escape(old) for old in longest_first)
    text = re.sub(rf"(?<![\w./{DONE}])(?:{names})(?=\b(?!/))", lambda found: table[found[0]], text)
    paths = {str(path_of(old)): str(path_of(new)) for old, new in table.items()}
    found_paths = "|".join(re.escape(str(path_of(old))) for old in longest_first)
    text = re.sub(rf"(?<![\w.])(?:{found_paths})(?=\.py\b|/)", lambda found: paths[found[0]], text)
    return text.replace(DONE, "")


def main(moves: list[str]) -> None:
    """Carry out the moves and rewrite what names them."""
    table = dict(move.split("=") for move in moves)
    # What moves into a package of its own old name goes first, before that package is there: they cannot share a name.
    for old, new in sorted(table.items(), key=lambda move: move[1].startswith(f"{move[0]}."), reverse=True):
        move(old, new)
    listed = subprocess.run(["git", "ls-files", "-z"], check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        path = Path(name)
        if path.suffix not in READ or path == RECORD or not path.is_file() or path.is_symlink():
            continue
        try:
            before = path.read_text()
        except UnicodeDecodeError:
            continue
        after = follow(before, table, python=path.suffix == ".py")
        if after != before:
            path.write_text(after)
    with RECORD.open("a") as record:
        record.writelines(f"{old} {new}\n" for old, new in table.items())


if __name__ == "__main__":
    main(sys.argv[1:])
