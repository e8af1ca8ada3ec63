"""`dev.py sweep`: the wide nets, all of them or the tenth whose turn it is.

sweep                  all cases; after an interruption it continues where it stopped
sweep --tenth          the tenth whose turn it is: it moves on every day
sweep --again          forget what has passed before
sweep PATH_OR_CASE ... only these, passed before or not; further arguments go to pytest
"""

import time

from devtools import PYTHON, TOOLS, must, say, tree_mark
from devtools.suite import in_parallel, test_env

KEPT = TOOLS / "sweep"


def main(arguments: list[str]) -> None:
    words = [word for word in arguments if word not in {"--tenth", "--again"}]
    environment = {**test_env(), "HYPOTHESIS_PROFILE": "sweep"}
    # By day, not by commit: what is submitted is judged by the same tenth as the runs before it.
    share = f"{time.gmtime().tm_yday % 10}/10" if "--tenth" in arguments else "all"
    command = [PYTHON, "-m", "pytest", f"--sweep={share}"]
    if not any(word.startswith("--hypothesis-seed") for word in words):
        command.append(f"--hypothesis-seed={int(time.time()) // 86_400}")
    if words:
        must(*command, *words, env=environment)
        return
    if share == "all":
        command.append(f"--sweep-passed={passed_before(forget='--again' in arguments)}")
    say(f"sweep {share}")
    must(*command, *in_parallel(), "tests", env=environment)


def passed_before(*, forget: bool) -> str:
    """The file of cases that have passed with the code as it is; other code begins with an empty one."""
    KEPT.mkdir(parents=True, exist_ok=True)
    file = KEPT / f"{tree_mark()}.txt"
    for old in KEPT.glob("*.txt"):
        if forget or old != file:
            old.unlink()
    if file.is_file():
        say(
            f"{len(file.read_text().splitlines())} cases have passed before and are left out (--again runs them too)"
        )
    return str(file)
