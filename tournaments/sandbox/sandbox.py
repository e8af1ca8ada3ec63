"""Work that whoever sends it can make as heavy as they like: in a process of its own, with limits.

A document can be small and its pairing hard, a workbook tiny and its content huge; nothing that can be counted before
says so. Such work runs beside the web process, one piece at a time, so that pages never wait for it. What goes over its
limits is ended, and its memory goes back. Few may wait for their turn, the others are told to come again.

`tournaments.sandbox.process` is the other end.
"""

import json
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import IO, Any, ParamSpec

from django.conf import settings
from filelock import FileLock, Timeout

from pairing.model.errors import error_from_json
from tournaments.sandbox import process as sandbox_process
from tournaments.sandbox.unread import Unreadable
from tournaments.steps.refusals import Refusal, common as refuse

CPU_SECONDS = 10
MEMORY_MEGABYTES = 400
WAITING = 4
# By the clock: work that gets less of the processor than it asks for is ended all the same.
LONGEST = 3 * CPU_SECONDS
# Whoever waits holds a thread of the web server.
PATIENCE = 4 * CPU_SECONDS
LOOK_AGAIN = 0.02
# Bytes: those of the largest hand-over pack (`packs.MOST_BYTES`) in base64.
LONGEST_ANSWER = 80 * 1024 * 1024
# None: by the clock, or it has more to say than anybody wants to hear.
OVER_THE_LIMITS = (None, -getattr(signal, "SIGXCPU", 24), sandbox_process.OUT_OF_MEMORY)
# Elsewhere a process can lower its own priority, and does so once it has imported what it needs.
OF_LOW_PRIORITY = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)

Given = ParamSpec("Given")


class Sandbox:
    """One process for one kind of work, shared by all web processes of a machine through the locks in DATA_DIR."""

    def __init__(
        self,
        name: str,
        refusal: Refusal,
        cpu_seconds: int = CPU_SECONDS,
        megabytes: int = MEMORY_MEGABYTES,
        idle_seconds: float | None = None,
    ) -> None:
        self.name, self.refusal = name, refusal
        self.limits: dict[str, Any] = {"seconds": cpu_seconds, "megabytes": megabytes}
        self.idle_seconds = idle_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._is_mine = ContextVar(f"the turn in the sandbox {name}", default=False)

    def run(self, work: Callable[Given, object], *arguments: Given.args, **named: Given.kwargs) -> Any:
        """What `work` returns, as JSON has it. It is a function of a module without Django, its arguments can be
        pickled.

        Errors: `busy` if too many wait already, `too_much_work` over the limits; PairingError and Unreadable pass.
        """
        with self.turn():
            answer = self._ask(pickle.dumps((work, arguments, named)))
        if answer is None:
            raise self.refusal(**self.limits)
        try:
            kind, value = json.loads(answer)
        except RecursionError as error:  # nested as deep as the other process could, with less room left here
            raise self.refusal(**self.limits) from error
        if kind == sandbox_process.DONE:
            return value
        if kind == sandbox_process.REFUSED:
            raise error_from_json(value)
        raise Unreadable(*value) if kind == sandbox_process.UNREADABLE else RuntimeError(value)

    def _ask(self, question: bytes) -> bytes | None:
        """The answer; None where the work went over its limits. A process that had ended by itself is started again."""
        for _attempt in range(2):
            process = self._running()
            try:
                sandbox_process.send(_end(process.stdin), question)
                answer = sandbox_process.receive(_end(process.stdout), LONGEST, LONGEST_ANSWER)
            except BrokenPipeError:
                answer = None
            except BaseException:
                self._stopped(process)  # or its answer would be given to whoever asks next
                raise
            if answer is not None:
                return answer
            code = self._stopped(process)
            if code in OVER_THE_LIMITS:
                return None
            if code != 0:
                break
        raise RuntimeError(f"the process of the sandbox {self.name!r} ended with code {code}")

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            idle = settings.SANDBOX_IDLE_SECONDS if self.idle_seconds is None else self.idle_seconds
            words = [sys.executable, "-m", sandbox_process.__name__]
            words += [str(word) for word in (*self.limits.values(), idle)]
            self._process = subprocess.Popen(
                words,
                cwd=settings.BASE_DIR,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                creationflags=OF_LOW_PRIORITY,
            )
        return self._process

    def _stopped(self, process: subprocess.Popen[bytes]) -> int | None:
        """Its exit code: 0 if it ended because there was nothing to do, None if it had to be ended."""
        self._process = None
        code = None
        with suppress(subprocess.TimeoutExpired):
            code = process.wait(timeout=0.5)  # whoever closes the pipe is about to end
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(BrokenPipeError):  # closing writes what is left of the question
                _end(pipe).close()
        return code

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Hold the only turn, also for several pieces of work. Nobody may wait for it in a transaction: others would
        wait for that.

        Errors: `busy`.
        """
        if self._is_mine.get():
            yield
            return
        with self._waited_for():
            token = self._is_mine.set(True)
            try:
                yield
            finally:
                self._is_mine.reset(token)

    @contextmanager
    def _waited_for(self) -> Iterator[None]:
        """One of a few places, and then the turn. Locks of files: free again when their process dies."""
        folder = Path(settings.DATA_DIR) / "sandbox"
        folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as held:
            places = (folder / f"{self.name}-{number}.lock" for number in range(1 + WAITING))
            if not any(_lock(held, place) for place in places):
                raise refuse.busy()
            until = time.monotonic() + PATIENCE
            while not _lock(held, folder / f"{self.name}.lock"):
                if time.monotonic() > until:
                    raise refuse.busy()
                time.sleep(LOOK_AGAIN)
            yield


def _lock(held: ExitStack, path: Path) -> bool:
    try:
        held.enter_context(FileLock(path).acquire(blocking=False))
    except Timeout:
        return False
    return True


def _end(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


TOOLS = Sandbox("tools", refuse.too_much_for_tools)
FILES = Sandbox("files", refuse.too_much_to_read)
