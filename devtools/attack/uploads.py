"""Files that are small to send and large to read."""

from __future__ import annotations

import io
import json
import zipfile
from functools import partial

from devtools.attack import attacked_event
from devtools.attack.asking import Told, all_at_once, ask

LIST, EVENT = f"/desk/{attacked_event.SLUG}/players/import/", "/desk/import/"
# A little less than what is taken in of a list, and of a document.
LIST_BYTES, EVENT_BYTES = 3_900_000, 4_900_000


def upload(address: str) -> Told:
    headers = attacked_event.signed_in()
    files = [*_workbooks(), *_lists(), *_events()]
    return all_at_once([partial(_send, address, headers, *file) for file in files])


def _send(
    address: str, headers: dict[str, str], path: str, name: str, kind: str, content: bytes, told: Told
) -> None:
    line = "x-line-x"
    part = f'--{line}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = part.encode() + content + f"\r\n--{line}--\r\n".encode()
    answer = ask(
        address, "POST", path, body, headers | {"Content-Type": f"multipart/form-data; boundary={line}"}
    )
    told.note(kind, answer)


File = tuple[str, str, str, bytes]


def _workbooks() -> list[File]:
    """Styles that unpack to 21 MB, texts to 200 MB, a sheet to 120 MB."""
    parts = (
        {"xl/styles.xml": b"<" * 21_000_000},
        {"xl/texts.xml": b"<sst>" + b" " * 200_000_000},
        {"xl/worksheets/sheet1.xml": b"<row/>" * 20_000_000},
    )
    return [(LIST, "list.xlsx", "workbook", _workbook(part)) for part in parts for _ in range(2)]


def _lists() -> list[File]:
    """Many lines of many cells, and one line that never ends."""
    cells = b";".join([b"abcdef"] * 60) + b"\n"
    texts = (cells * (LIST_BYTES // len(cells)), b"Aa" * (LIST_BYTES // 2), b'"' * LIST_BYTES)
    return [(LIST, "list.csv", "list", text) for text in texts]


def _events() -> list[File]:
    """Documents of many pairs and of endless depth, and a report of players with a hundred rounds each."""
    pairs = [[n % 2999 + 1, 3000] for n in range(EVENT_BYTES // 14)]
    players = [{"id": n} for n in range(1, 3001)]
    wide = json.dumps({"format": "pairwright-event/1", "players": players, "forbidden_pairs": pairs})
    deep = b"[" * EVENT_BYTES
    line = "001 {0:4} m    Player {0:<26} 1500 DEN {0:11}            0.0 {0:4}" + "  0000 - -" * 100 + "\n"
    report = "012 x\n" + "".join(line.format(n) for n in range(1, EVENT_BYTES // 1100))
    return [
        (EVENT, "wide.json", "document", wide.encode()[:EVENT_BYTES]),
        (EVENT, "deep.json", "document", deep),
        (EVENT, "long.trf", "report", report.encode()[:EVENT_BYTES]),
    ]


def _workbook(parts: dict[str, bytes]) -> bytes:
    """The least that is read as a workbook, with these parts."""
    kinds = {"rId1": "worksheets/sheet1.xml", "rId2": "texts.xml"}
    links = "".join(
        f'<Relationship Id="{id}" Type="x/{"worksheet" if id == "rId1" else "sharedStrings"}" Target="{target}"/>'
        for id, target in kinds.items()
    )
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
