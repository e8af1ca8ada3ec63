"""What the system holds a process of the sandbox to. Where it has no `resource`, as on Windows, that is nothing, and a
process ends after each piece of work: nobody tells how much memory it has kept.
"""

import math
import os
import sys
from pathlib import Path

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

ARE_THERE = resource is not None
LOW_PRIORITY = 10
# What the system calls the most memory there was: bytes on macOS, kilobytes elsewhere.
_UNIT = 1 if sys.platform == "darwin" else 1024
# Pages of memory, of which the second number is held now; Linux only.
_PAGES = Path("/proc/self/statm")


def bound_memory(megabytes: int) -> None:
    if ARE_THERE:
        _limit(resource.RLIMIT_CORE, 0)
        _limit(resource.RLIMIT_DATA, megabytes * 1024 * 1024)


def bound_work(cpu_seconds: int) -> None:
    """So much from now on, at a low priority. The system ends the process where it is, also in the middle of a compiled
    loop.
    """
    if ARE_THERE:
        os.setpriority(os.PRIO_PROCESS, 0, max(LOW_PRIORITY, os.getpriority(os.PRIO_PROCESS, 0)))
        used = resource.getrusage(resource.RUSAGE_SELF)
        _limit(resource.RLIMIT_CPU, math.ceil(used.ru_utime + used.ru_stime) + cpu_seconds)


def memory_held() -> int:
    """Bytes held now; where the system does not tell, the most there ever was.

    Linux hands the most of the process that started this one on to it: a web process, with more than may stay.
    """
    if not ARE_THERE:
        return sys.maxsize
    if _PAGES.exists():
        return int(_PAGES.read_text().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT


def _limit(kind: int, most: int) -> None:
    """The soft limit, which is the one that counts, as far as the machine allows."""
    hardest = resource.getrlimit(kind)[1]
    resource.setrlimit(kind, (most if hardest == resource.RLIM_INFINITY else min(most, hardest), hardest))
