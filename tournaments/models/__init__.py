"""The tables. Rules about what may change when live in `tournaments.services`, not here."""

from __future__ import annotations

from tournaments.models.claim import ClaimState, ScoreClaim
from tournaments.models.event import Role, Staff, Status, Tournament, Visibility
from tournaments.models.idempotency import IdempotencyKey
from tournaments.models.job import Job, JobKind, JobState
from tournaments.models.log import Action, LogEntry
from tournaments.models.player import ByeRequest, ForbiddenPair, Player, RequestKind
from tournaments.models.round import (
    Bye,
    ByeKind,
    Match,
    Outcome,
    Result,
    Round,
    RoundInput,
    RoundState,
    Seat,
)
from tournaments.models.series import Identity, RankingOrder, Series, SeriesAction, SeriesLogEntry
from tournaments.models.simulation import ChunkState, Simulation, SimulationChunk

__all__ = [
    "Action",
    "Bye",
    "ByeKind",
    "ByeRequest",
    "ChunkState",
    "ClaimState",
    "ForbiddenPair",
    "IdempotencyKey",
    "Identity",
    "Job",
    "JobKind",
    "JobState",
    "LogEntry",
    "Match",
    "Outcome",
    "Player",
    "RankingOrder",
    "RequestKind",
    "Result",
    "Role",
    "Round",
    "RoundInput",
    "RoundState",
    "ScoreClaim",
    "Seat",
    "Series",
    "SeriesAction",
    "SeriesLogEntry",
    "Simulation",
    "SimulationChunk",
    "Staff",
    "Status",
    "Tournament",
    "Visibility",
]
