"""Whose word counts about who asks: the proxy's own, as RFC 7239 section 7.4 has the chain of addresses."""

from ipaddress import ip_network

import pytest

from config.proxies import read_forwarded

PROXY, STRANGER, PERSON = "10.0.0.5", "203.0.113.9", "198.51.100.7"
NETWORKS = (ip_network("10.0.0.0/24"), ip_network("::1"))


@pytest.mark.parametrize(
    ("peer", "proxies", "forwarded", "expected"),
    [
        (PROXY, 1, PERSON, PERSON),
        (PROXY, 1, f"{STRANGER}, {PERSON}", PERSON),  # the stranger wrote the first one
        (PROXY, 2, f"{PERSON}, 192.0.2.1", PERSON),
        (PROXY, 2, PERSON, PERSON),  # the inner proxy was asked without the outer one
        ("", 1, PERSON, PERSON),  # through a Unix socket
        ("::1", 1, "2001:db8::7", "2001:db8::7"),
        (PROXY, 1, "", PROXY),
        (f"::ffff:{PROXY}", 1, PERSON, PERSON),  # a server that listens on :: shows it so
        (PROXY, 1, f"{PERSON}:50123", PERSON),
        (PROXY, 1, "[2001:db8::7]:50123", "2001:db8::7"),
        (PROXY, 1, "unknown", PROXY),
        (PROXY, 0, PERSON, PROXY),
        (STRANGER, 1, PERSON, STRANGER),
        (STRANGER, 0, PERSON, STRANGER),
    ],
)
def test_the_address_is_that_which_our_own_proxy_saw(
    peer: str, proxies: int, forwarded: str, expected: str
) -> None:
    meta = {"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": forwarded, "HTTP_X_FORWARDED_PROTO": "https"}
    read_forwarded(meta, proxies, NETWORKS)
    assert meta["REMOTE_ADDR"] == expected
    believed = bool(proxies) and peer != STRANGER
    assert ("HTTP_X_FORWARDED_PROTO" in meta) is believed
