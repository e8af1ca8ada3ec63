"""Who can reach `pairwright start`: this machine alone, or the phones on its network too."""

import io
import os
import socket
import struct
import sys

from pairwright.terminal import fail

LOOPBACK = ("127.0.0.1", "::1", "localhost")
EVERYWHERE = ("0.0.0.0", "::")
# The number of the system call that asks an interface for its address.
SIOCGIFADDR = 0xC0206921 if sys.platform == "darwin" else 0x8915
# White on black whatever the terminal's own colours are: a code of light dots on a light ground cannot be read.
WHITE_ON_BLACK, PLAIN = "\033[97;40m", "\033[0m"


def chosen_host() -> str:
    """Where to listen: HOST, or what LAN=1 or LAN=0 says, or the answer to a question, or this machine alone."""
    host, lan = os.environ.get("HOST", ""), os.environ.get("LAN", "")
    if lan not in {"", "0", "1"}:
        fail(
            f"LAN={lan!r} is not understood: expected 1 (phones on the network too) or 0 (this machine only)."
        )
    if host:
        if lan == "1" and host in LOOPBACK:
            fail(f"LAN=1 and HOST={host} contradict each other: leave one of them out.")
        return host
    let_in = lan == "1" if lan else can_ask() and ask()
    return EVERYWHERE[0] if let_in else LOOPBACK[0]


def can_ask() -> bool:
    """Whether somebody reads what is printed and can answer. A job in the background would be stopped for trying."""
    if os.environ.get("CI") or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return sys.platform == "win32" or os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()


def ask() -> bool:
    print("Should phones on your network reach it? Printed codes and invitations open on phones only then.")
    try:
        answer = input("LAN=1 or LAN=0 answers beforehand. [y/N] ")
    except EOFError:
        print()
        return False
    return answer.strip().lower() in {"y", "yes"}


def own_addresses() -> list[str]:
    """The IPv4 addresses of this machine on its networks; first the one that it uses for all that is far away."""
    if sys.platform == "win32":
        others = socket.gethostbyname_ex(socket.gethostname())[2]
    else:
        others = [_address_of(name) for _number, name in socket.if_nameindex()]
    found = [_outward_address(), *others]
    return list(dict.fromkeys(one for one in found if one and not one.startswith("127.")))


def _outward_address() -> str:
    # A datagram socket finds out without sending anything.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _address_of(interface: str) -> str:
    import fcntl

    request = struct.pack("256s", interface.encode()[:15])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            return socket.inet_ntoa(fcntl.ioctl(probe.fileno(), SIOCGIFADDR, request)[20:24])
        except OSError:
            return ""  # no IPv4 address


def allowed_hosts(host: str) -> str:
    """What ALLOWED_HOSTS is for a server that listens there: the names and addresses of this machine, no others."""
    name = socket.gethostname().lower().removesuffix(".local")
    names = [f"{name}.local", name] if name else []
    addresses = own_addresses() if host in EVERYWHERE else [f"[{host}]" if ":" in host else host]
    return ",".join(dict.fromkeys([*addresses, "localhost", "127.0.0.1", "[::1]", *names]))


def tell_phones(host: str, port: int) -> None:
    """Print the address for phones, with its QR code where there is a terminal to show it."""
    reached = own_addresses() if host in EVERYWHERE else [host]
    if not reached:
        print("  This machine is on no network: phones cannot reach it. Join one and start again.")
        return
    first, *more = [f"http://{one}:{port}/" for one in reached]
    print(f"  For phones, and for printing:   {first}")
    for address in more:
        print(f"  On another network of yours:    {address}")
    if sys.stdout.isatty() and sys.stdout.encoding.lower().startswith("utf"):
        print(qr_code(first))


def qr_code(address: str) -> str:
    """The address as lines of block characters."""
    import segno

    drawn = io.StringIO()
    segno.make(address, error="m").terminal(drawn, compact=True, border=2)
    return "\n".join(f"  {WHITE_ON_BLACK}{line}{PLAIN}" for line in drawn.getvalue().splitlines())
