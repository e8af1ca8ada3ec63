"""Addresses that phones are to open, on paper, on screens and in links that are handed on."""

from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings


def for_phones(address: str) -> str:
    """The absolute address of a page as phones reach it.

    One that leads every machine to itself becomes one of this machine on its network, where the server answers to such
    a one; where it does not, it stays, and `is_only_here` says so.
    """
    host = next((host for host in settings.ALLOWED_HOSTS if _is_of_a_network(host)), None)
    if host is None or not is_only_here(address):
        return address
    parts = urlsplit(address)
    return urlunsplit(parts._replace(netloc=f"{host}:{parts.port}" if parts.port else host))


def is_only_here(address: str) -> bool:
    """Whether an absolute address leads every machine to itself: only this one then reaches the server by it."""
    host = urlsplit(address).hostname or ""
    number = _number(host)
    if number is None:
        return host == "localhost" or host.endswith(".localhost")
    return number.is_loopback or number.is_unspecified


def _is_of_a_network(host: str) -> bool:
    number = _number(host)
    return number is not None and not number.is_loopback and not number.is_unspecified


def _number(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host.strip("[]"))
    except ValueError:
        return None
