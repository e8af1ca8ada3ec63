"""People at computers of their own: processes on a shared database, forked by one that has loaded the program.

Whoever connects to the socket named on the command line is told the number of a process, which does what each line
says, `[ACTION, OPTIONS, SETTINGS]`, and answers with a line of JSON. So a test can let several act at the same moment,
or kill one in the middle. To load the program for everybody anew would cost more than most of what they do.
"""

import io
import json
import os
import signal
import sys
from socketserver import ForkingMixIn, StreamRequestHandler, UnixStreamServer

import django


class Computer(StreamRequestHandler):
    def handle(self) -> None:
        # Only now: these need the settings, and the models that are set up.
        from django.conf import settings
        from django.db import connections

        from tests.tournaments.acts import act

        sys.stdout = io.TextIOWrapper(self.wfile)
        print(os.getpid(), flush=True)
        for line in self.rfile:
            action, options, surroundings = json.loads(line)
            for name, value in surroundings.items():
                setattr(settings, name, value)
            print(json.dumps(act(action, options)), flush=True)
            connections.close_all()


class Computers(ForkingMixIn, UnixStreamServer):
    """A process for everybody."""


def main(address: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.tournaments import acts  # noqa: F401, loaded once for all

    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with Computers(address, Computer) as computers:
        print("ready", flush=True)
        computers.serve_forever()


if __name__ == "__main__":
    main(sys.argv[1])
