"""How the tests are run, by people and by machines."""

import os

from devtools import TOOLS


def in_parallel() -> list[str]:
    """One process more than there are cores: while a browser works, the test that drives it waits. With two more, all
    cases together took a tenth more processor time, and the whole a sixth longer.
    """
    workers = os.environ.get("PYTEST_WORKERS") or str((os.cpu_count() or 1) + 1)
    # Whoever finishes early takes tests from the others: the browser tests are few and long.
    return ["-n", workers, "--dist", "worksteal"]


def test_env() -> dict[str, str]:
    # One thread per process: parallel tests on few cores only get in each other's way otherwise.
    surroundings = {"OPENBLAS_NUM_THREADS": "1", **os.environ}
    # Who wants no compiled Python beside the sources gets it elsewhere: every process would compile everything again.
    if surroundings.pop("PYTHONDONTWRITEBYTECODE", None):
        surroundings.setdefault("PYTHONPYCACHEPREFIX", str(TOOLS / "bytecode"))
    return surroundings
