"""Build the WSGI environ from a request in granian's form (RSGI)."""

import io
import sys
from functools import lru_cache
from typing import IO, Any


def environ_of(scope: Any, body: bytes | None) -> dict[str, Any]:
    """`body` is None where the request has none. Its length is what has arrived, however it was announced."""
    server, port = split_address(scope.server)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": _bytes_as_text(scope.path),
        "QUERY_STRING": _bytes_as_text(scope.query_string),
        "SERVER_NAME": server,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": "HTTP/1.0" if scope.http_version == "1" else f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": split_address(scope.client)[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body or b""),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": File,
    }
    for name, value in scope.headers.items():
        if key := key_of(name):
            between = ";" if name == "cookie" else ","
            environ[key] = environ[key] + between + value if key in environ else value
    if "HTTP_HOST" not in environ:
        environ["HTTP_HOST"] = scope.authority or ""
    if body is not None:
        environ["CONTENT_LENGTH"] = str(len(body))
    return environ


@lru_cache(maxsize=256)
def key_of(header: str) -> str:
    """Its name in the environ; "" for one that is left out.

    Written with _, a header of a stranger would pass for one that the proxy sets: X_Forwarded_For.
    """
    if "_" in header or header in ("content-length", "transfer-encoding"):
        return ""
    name = header.upper().replace("-", "_")
    return name if header == "content-type" else f"HTTP_{name}"


def split_address(text: str) -> tuple[str, str]:
    """Address and port; a Unix socket has its path, or nothing, and no port."""
    address, _, port = text.rpartition(":")
    return (address.strip("[]"), port) if port.isdigit() else (text, "0")


def _bytes_as_text(text: str) -> str:
    """WSGI has bytes stand as characters of their number."""
    return text.encode().decode("latin-1")


class File:
    """A file that the server may send by itself."""

    def __init__(self, file: IO[bytes], block_size: int = 8192) -> None:
        self.file, self.block_size = file, block_size
        self.close = file.close

    def __iter__(self) -> Any:
        return iter(lambda: self.file.read(self.block_size), b"")

    def path(self) -> str:
        """Where the whole file lies; "" for a part of one, and for what is in no folder."""
        whole = isinstance(self.file, io.BufferedReader) and self.file.tell() == 0
        return self.file.name if whole and isinstance(self.file.name, str) else ""
