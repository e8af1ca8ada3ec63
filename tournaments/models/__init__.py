"""The tables. Rules about what may change when live in `tournaments.services`, not here."""

from __future__ import annotations

from tournaments.models.claim import UNDECIDED, ClaimState, ScoreClaim
from tournaments.models.event import NameForm, Role, Staff, Status, Tournament, Visibility
from tournaments.models.hall import (
    CallState,
    JudgeCall,
    Penalty,
    PenaltyKind,
    PlayerRequest,
    PlayerRequestKind,
    PlayerRequestState,
    RoundClock,
    Screen,
    ScreenMode,
    ScreenSize,
)
from tournaments.models.history import EventSnapshot, SnapshotReason
from tournaments.models.idempotency import IdempotencyKey, SentAnswer
from tournaments.models.invitation import Invitation
from tournaments.models.job import OPEN_WORK, Job, JobKind, JobState
from tournaments.models.log import Action, LogEntry
from tournaments.models.moment import Moment
from tournaments.models.player import ByeRequest, ForbiddenPair, Player, RequestKind
from tournaments.models.registration import Entry, EntryState, Money, Registration
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
    "OPEN_WORK",
    "UNDECIDED",
    "Action",
    "Bye",
    "ByeKind",
    "ByeRequest",
    "CallState",
    "ChunkState",
    "ClaimState",
    "Entry",
    "EntryState",
    "EventSnapshot",
    "ForbiddenPair",
    "IdempotencyKey",
    "Identity",
    "Invitation",
    "Job",
    "JobKind",
    "JobState",
    "JudgeCall",
    "LogEntry",
    "Match",
    "Moment",
    "Money",
    "NameForm",
    "Outcome",
    "Penalty",
    "PenaltyKind",
    "Player",
    "PlayerRequest",
    "PlayerRequestKind",
    "PlayerRequestState",
    "RankingOrder",
    "Registration",
    "RequestKind",
    "Result",
    "Role",
    "Round",
    "RoundClock",
    "RoundInput",
    "RoundState",
    "ScoreClaim",
    "Screen",
    "ScreenMode",
    "ScreenSize",
    "Seat",
    "SentAnswer",
    "Series",
    "SeriesAction",
    "SeriesLogEntry",
    "Simulation",
    "SimulationChunk",
    "SnapshotReason",
    "Staff",
    "Status",
    "Tournament",
    "Visibility",
]
