"""The client behind a proxy: trust the proxy's headers on address and HTTPS, ignore those of strangers."""

import logging
import re
from collections.abc import Callable, MutableMapping, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

logger = logging.getLogger(__name__)
FORWARDED = (
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PORT",
)


def believe_the_proxy_only(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """From here on REMOTE_ADDR is the person's address, for limits of the API and of wrong passwords alike."""

    def middleware(request: HttpRequest) -> HttpResponse:
        read_forwarded(request.META, settings.PROXY_COUNT, settings.PROXY_ADDRESSES)
        return get_response(request)

    return middleware


def read_forwarded(
    meta: MutableMapping[str, Any], proxies: int, networks: Sequence[IPv4Network | IPv6Network]
) -> None:
    """Put the address that the outermost of so many proxies saw into REMOTE_ADDR; forget what anybody else forwards.

    Each proxy appends the address it was asked from, so the one that counts is the `proxies`-th from the end.
    """
    peer = meta.get("REMOTE_ADDR", "")
    if proxies and _is_in(peer, networks):
        seen = meta.get("HTTP_X_FORWARDED_FOR", "").split(",")[-proxies:]
        if (address := _address(seen[0])) is not None:
            meta["REMOTE_ADDR"] = str(address)
        return
    if proxies and any(meta.get(name) for name in FORWARDED):
        _warn(peer)
    for name in FORWARDED:
        meta.pop(name, None)


def _is_in(peer: str, networks: Sequence[IPv4Network | IPv6Network]) -> bool:
    """Nobody but a program of this machine asks through a Unix socket, which has no address."""
    address = _address(peer)
    return not peer or (address is not None and any(address in network for network in networks))


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """An address, with or without its port; one of IPv4 that a socket of IPv6 shows is what it was."""
    text = re.sub(r"^\[(.*)\](:\d+)?$|^([\d.]+):\d+$", r"\1\3", text.strip())
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


@lru_cache(maxsize=16)  # once for each, or whoever keeps asking fills the log
def _warn(peer: str) -> None:
    logger.warning(
        "%s forwards requests but is no proxy of ours: name it in PROXY_ADDRESSES if it is one", peer
    )
