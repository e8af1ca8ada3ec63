"""`python -m config.serve`: the web server, granian, started so that slow visitors delay no one else.

Further arguments go to granian: `--host`, `--port`, `--workers`.
"""

import os
import subprocess
import sys

from config.env import surroundings

try:
    import resource
except ImportError:  # on Windows
    resource = None  # type: ignore[assignment]

HAS_LIMITS = resource is not None
FILES = 8192
"""Open files that a web process asks for; half of them may be connections."""
OPTIONS = {
    "interface": "rsgi",
    "http": "1",  # what proxies and browsers speak without HTTPS: each connection asks one thing at a time
    "backlog": 4096,
    "http1-buffer-size": 32 * 1024,  # of a head, and of a body that nobody reads on
}
# Left to itself, glibc keeps large blocks that a thread has freed: after 150 sign-ins and e-mails two processes held
# 560 MB more for good, with these bounds 10 MB (`make attack`, accounts).
MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(256 * 1024), "MALLOC_ARENA_MAX": "2"}
FLAGS = ("--no-ws", "--respawn-failed-workers")


def allow_open_files() -> int:
    """How many files a process may have open, raised where that needs nobody's leave."""
    if not HAS_LIMITS:
        return FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return FILES
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted)


def command(files: int) -> list[str]:
    # What granian calls backpressure is its limit of open connections, idle ones included; 512 or less by itself.
    options = OPTIONS | {"backpressure": min(files, FILES) // 2}
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    return [sys.executable, "-m", "granian", *words, *FLAGS]


def main() -> None:
    program = [*command(allow_open_files()), *sys.argv[1:], "config.rsgi:application"]
    if os.name == "nt":
        # Another process would take its place there, and whoever waits for this one would see it end.
        sys.exit(subprocess.call(program, env=surroundings(MEMORY)))
    os.execve(program[0], program, surroundings(MEMORY))


if __name__ == "__main__":
    main()
