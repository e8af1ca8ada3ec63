"""What a stranger can send or repeat without an account, and an organiser with a file that is small to send and large
to read. Each user class is an attack of its own.
"""

import io
import json
import random
import socket
import time
import zipfile
from functools import cache
from itertools import combinations, count
from typing import Any
from urllib.parse import urlencode, urlsplit

from locust import events

from devtools.attack.people import GIVEN, Once, Visitor, fail

__all__ = ["Asking", "Guessing", "Holding", "Sending", "Visitor", "Working"]
PAIR = "/api/v1/tools/pair/"
# Whoever is told to come again does so, a few times.
TRIES, LONGEST_PAUSE = 10, 3
TIMES = 30
STRANGER, OWNER = "203.0.113.9", "198.51.100.7"  # addresses for documentation, RFC 5737
FORGED = "a" * 32
# A little less than what is taken in of a list, and of a document.
LIST_BYTES, EVENT_BYTES = 3_900_000, 4_900_000
SLOW_SECONDS, PAUSE = 35, 2.0


def document(system: str, players: int, **more: Any) -> bytes:
    names = [{"id": n, "name": f"Player {n}", "rating": 1000 + n} for n in range(1, players + 1)]
    data = {"format": "pairwright-event/1", "name": "x", "system": {"name": system}, "players": names}
    return json.dumps(data | more).encode()


class Asking(Once):
    """Four people, each with the largest fields of one system: a round robin of 3,000 has 4.5 million games."""

    fixed_count = 4
    sizes = iter(
        {"round_robin": 3000, "bracket": 3000, "double_elimination": 3000, "mahjong_schedule": 1000}.items()
    )

    def act(self) -> None:
        system, most = next(self.sizes)
        for less in range(3):
            for _try in range(TRIES):
                answer = self.ask("POST", PAIR, document(system, most - 4 * less), name="pair")
                if answer.status_code not in (429, 503):
                    break
                time.sleep(min(LONGEST_PAUSE, int(answer.headers["Retry-After"])))


class Working(Once):
    """Tables of four where few may meet, pairs of which few are allowed, and players nobody could count."""

    fixed_count = 12
    numbers = count()

    def act(self) -> None:
        self.ask("POST", PAIR, hard_documents()[next(self.numbers)], name="pair")


@cache
def hard_documents() -> list[bytes]:
    lots = random.Random(18)
    pairs = [pair for pair in combinations(range(1, 401), 2) if lots.random() < 0.8]
    sparse = [pair for pair in combinations(range(1, 301), 2) if lots.random() < 0.97]
    hard = document("mahjong_swiss", 1000, forbidden_pairs=pairs)
    scarce = document("monrad", 300, forbidden_pairs=sparse)
    many = json.dumps({"format": "pairwright-event/1", "players": [{"id": "x"}] * 300_000}).encode()
    return [*[hard] * 6, *[scarce] * 2, *[many] * 4]


class Guessing(Once):
    """Everybody at once; afterwards the owner signs in from where they are."""

    fixed_count = 5
    numbers, left = count(), [5]

    def act(self) -> None:
        act = (self.guess, self.spray, self.sign_up, self.forget, self.search)[next(self.numbers)]
        for number in range(TIMES):
            act(number)
        self.left[0] -= 1
        if not self.left[0]:
            fields = {"username": GIVEN["name"], "password": GIVEN["password"]}
            self.post("/accounts/login/", fields, "the owner signs in", whence=OWNER, wanted=(302,))

    def guess(self, number: int) -> None:
        fields = {"username": GIVEN["name"], "password": f"guess {number}"}
        self.post("/accounts/login/", fields, "guess at one account", wanted=(200, 403, 429))

    def spray(self, number: int) -> None:
        self.post(
            "/accounts/login/",
            {"username": f"user{number}", "password": "123456789a"},
            "guess at many accounts",
        )

    def sign_up(self, number: int) -> None:
        password = "never the password of anybody"
        fields = {"username": f"made{number}", "password1": password, "password2": password}
        self.post("/accounts/new/", fields, "sign_ups")

    def forget(self, number: int) -> None:
        self.post("/accounts/forgotten/", {"email": GIVEN["mail"]}, "resets_of_address")

    def search(self, number: int) -> None:
        path = f"/e/attacked/find/?{urlencode({'q': f'Player {number}'})}"
        self.counted(
            self.ask("GET", path, name="searches", headers={"X-Forwarded-For": STRANGER}), "searches"
        )

    def post(
        self, path: str, fields: dict[str, str], name: str, whence: str = STRANGER, wanted: Any = ()
    ) -> None:
        form = urlencode({**fields, "csrfmiddlewaretoken": FORGED}).encode()
        kind = "application/x-www-form-urlencoded"
        headers = {"X-Forwarded-For": whence, "Cookie": f"csrftoken={FORGED}", "Content-Type": kind}
        self.counted(self.ask("POST", path, form, name=name, headers=headers, wanted=wanted), name)

    def counted(self, answer: Any, name: str) -> None:
        """Without Redis each process counts for itself."""
        ANSWERED[name] = ANSWERED.get(name, 0) + (answer.status_code != 429)


ANSWERED: dict[str, int] = {}


@events.test_stop.add_listener
def judge(environment: Any, **_more: Any) -> None:
    for name, allowed in GIVEN.get("allowed", {}).items():
        if ANSWERED.get(name, 0) > allowed or allowed >= TIMES:
            fail(environment, f"{name}: {ANSWERED[name]} of {TIMES} were answered, {allowed} are allowed")


class Sending(Once):
    """Workbooks that unpack to much, and the longest documents, reports and lists."""

    fixed_count = 12
    numbers = count()

    def act(self) -> None:
        path, name, content = files()[next(self.numbers)]
        line = "x-line-x"
        part = f'--{line}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = part.encode() + content + f"\r\n--{line}--\r\n".encode()
        headers = GIVEN["owner"] | {"Content-Type": f"multipart/form-data; boundary={line}"}
        self.ask("POST", path, body, name=name, headers=headers)


@cache
def files() -> list[tuple[str, str, bytes]]:
    players, event = "/desk/attacked/players/import/", "/desk/import/"
    # Styles that unpack to 21 MB, texts to 200 MB, a sheet to 120 MB.
    parts = (
        {"xl/styles.xml": b"<" * 21_000_000},
        {"xl/texts.xml": b"<sst>" + b" " * 200_000_000},
        {"xl/worksheets/sheet1.xml": b"<row/>" * 20_000_000},
    )
    # Many lines of many cells, a line that never ends, a quotation that never ends.
    cells = b";".join([b"abcdef"] * 60) + b"\n"
    lists = (cells * (LIST_BYTES // len(cells)), b"Aa" * (LIST_BYTES // 2), b'"' * LIST_BYTES)
    pairs = [[n % 2999 + 1, 3000] for n in range(EVENT_BYTES // 14)]
    wide = document("monrad", 3000, forbidden_pairs=pairs)
    line = "001 {0:4} m    Player {0:<26} 1500 DEN {0:11}            0.0 {0:4}" + "  0000 - -" * 100 + "\n"
    report = "012 x\n" + "".join(line.format(n) for n in range(1, EVENT_BYTES // 1100))
    documents = {"wide.json": wide, "deep.json": b"[" * EVENT_BYTES, "long.trf": report.encode()}
    return [
        *((players, "list.xlsx", workbook(part)) for part in parts for _twice in range(2)),
        *((players, "list.csv", text) for text in lists),
        *((event, name, content[:EVENT_BYTES]) for name, content in documents.items()),
    ]


def workbook(parts: dict[str, bytes]) -> bytes:
    """The least that is read as a workbook, with these parts."""
    link = '<Relationship Id="{}" Type="x/{}" Target="{}"/>'.format
    links = link("rId1", "worksheet", "worksheets/sheet1.xml") + link("rId2", "sharedStrings", "texts.xml")
    usual = {
        "xl/workbook.xml": b'<workbook xmlns:r="r"><sheets><sheet name="x" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f"<Relationships>{links}</Relationships>".encode(),
        "xl/texts.xml": b"<sst/>",
        "xl/worksheets/sheet1.xml": b"<worksheet><sheetData/></worksheet>",
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (usual | parts).items():
            archive.writestr(name, content)
    return made.getvalue()


class Holding(Once):
    """Of each kind more than there are threads for requests in a process: a head and a body that never end have to be
    ended by the server; an answer may be read as slowly as one likes.
    """

    fixed_count = 60
    numbers = count()

    def act(self) -> None:
        host = b"Host: 127.0.0.1\r\n"
        head = b"POST /accounts/login/ HTTP/1.1\r\n" + host
        # With a cookie of this kind the form's own token is looked for, which is to read the body.
        cookie = b"Cookie: csrftoken=" + FORGED.encode() + b"\r\n"
        form = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\n"
        read = b"GET /api/schema/ HTTP/1.1\r\n" + host + b"\r\n"
        kind, begin = (("head", head), ("body", head + cookie + form), ("", read))[next(self.numbers) % 3]
        address = urlsplit(self.host or "")
        with socket.create_connection(
            (address.hostname or "", address.port or 80), timeout=SLOW_SECONDS
        ) as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.sendall(begin)
            if held(line, kind) and kind:
                fail(self.environment, f"a {kind} that never ends was waited for")


def held(line: socket.socket, kind: str) -> bool:
    """Whether the server has let the line be open as long as we wanted."""
    end = time.monotonic() + SLOW_SECONDS
    try:
        while time.monotonic() < end:
            time.sleep(PAUSE)
            if kind:
                line.sendall(b"x")
            elif not line.recv(1):
                return False
    except OSError:
        return False
    return True
