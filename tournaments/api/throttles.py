"""Limits. The general ones count requests by user or address; the open tools, which compute, have their own."""

from __future__ import annotations

from rest_framework.throttling import AnonRateThrottle, ScopedRateThrottle, UserRateThrottle

GENERAL = [AnonRateThrottle, UserRateThrottle]
TOOLS = [*GENERAL, ScopedRateThrottle]
