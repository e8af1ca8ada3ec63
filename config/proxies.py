"""Who asks, where a proxy stands in front: its word about the address and about HTTPS counts, a stranger's does not."""

from __future__ import annotations

import logging
from collections.abc import Callable, MutableMapping, Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address
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
        seen = [part.strip() for part in meta.get("HTTP_X_FORWARDED_FOR", "").split(",")][-proxies:]
        if _is_address(seen[0]):
            meta["REMOTE_ADDR"] = seen[0]
        return
    if proxies and any(meta.get(name) for name in FORWARDED):
        _warn(peer)
    for name in FORWARDED:
        meta.pop(name, None)


def _is_in(peer: str, networks: Sequence[IPv4Network | IPv6Network]) -> bool:
    """Nobody but a program of this machine asks through a Unix socket, which has no address."""
    return not peer or (_is_address(peer) and any(ip_address(peer) in network for network in networks))


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=16)  # once for each, or whoever keeps asking fills the log
def _warn(peer: str) -> None:
    logger.warning(
        "%s forwards requests but is no proxy of ours: name it in PROXY_ADDRESSES if it is one", peer
    )
