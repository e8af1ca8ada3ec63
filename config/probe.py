"""`python -m config.probe`: the container's health check, which asks the server in this container.

It calls the server by a name that the server accepts, so ALLOWED_HOSTS need not contain this machine's own name.
"""

import sys
import urllib.request

from config import env


def main() -> int:
    port = env.whole("PORT", 8000)
    first = env.listing("ALLOWED_HOSTS", ["localhost"])[0]
    host = "localhost" if first == "*" else first.lstrip(".")
    request = urllib.request.Request(f"http://127.0.0.1:{port}/healthz", headers={"Host": host})
    try:
        with urllib.request.urlopen(request, timeout=4) as answer:
            return 0 if answer.status == 200 else 1
    except OSError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
