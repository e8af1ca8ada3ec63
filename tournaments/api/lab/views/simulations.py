"""Simulations: rules tried on events played by chance. Reading takes only the key; the rest is for who asked."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView, EventView, PersonalView
from tournaments.api.endpoint import PageQuery, endpoint
from tournaments.api.lab.serializers import (
    EventSimulationIn,
    SimulationIn,
    SimulationOut,
    SimulationRow,
)
from tournaments.api.throttles import TOOLS
from tournaments.files.services import event_files
from tournaments.lab import jobs
from tournaments.lab.selectors.simulations import simulation_by_key, simulations_of, simulations_of_event
from tournaments.lab.services import simulations
from tournaments.models import Simulation
from tournaments.rights import can_enter_results


class Simulations(PersonalView):
    tag = "Simulations"
    max_bytes = event_files.MAX_BYTES
    throttle_classes = TOOLS

    @endpoint(
        "list_simulations",
        "The simulations you asked for, newest first.",
        gives=SimulationRow,
        paged=True,
        query=PageQuery,
    )
    def get(self, request: Request, query: dict[str, Any]) -> Any:
        return simulations_of(self.actor)

    @endpoint(
        "make_simulation",
        "Play events by chance to compare rules.",
        takes=SimulationIn,
        gives=SimulationOut,
        status=202,
        description="Answers at once; ask the address in `Location` for progress and results so far.",
    )
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        made = jobs.simulate(actor=self.actor, document=data)
        shape = SimulationOut(made, context=self.context())
        return Response(shape.data, status=202, headers={"Location": shape.data["url"]})


class EventSimulations(EventView):
    tag = "Simulations"
    reads = can_enter_results
    writes = can_enter_results
    versioned = False
    restricted = True
    throttle_classes = TOOLS

    @endpoint(
        "list_event_simulations",
        "The simulations of an event, by whoever works on it, newest first.",
        gives=SimulationRow,
        paged=True,
        query=PageQuery,
    )
    def get(self, request: Request, query: dict[str, Any]) -> Any:
        return simulations_of_event(self.event)

    @endpoint(
        "simulate_event",
        "Play the rest of an event by chance, or the whole event anew.",
        takes=EventSimulationIn,
        gives=SimulationOut,
        status=202,
        description="Players, rules and results are taken from the event and kept with the simulation. Answers at"
        " once; ask the address in `Location`.",
    )
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        made = jobs.simulate_event(actor=self.actor, tournament=self.event, **data)
        shape = SimulationOut(made, context=self.context())
        return Response(shape.data, status=202, headers={"Location": shape.data["url"]})


class OneSimulation(ApiView):
    tag = "Simulations"

    @endpoint(
        "read_simulation",
        "A simulation: how far it is, and what came of it so far.",
        gives=SimulationOut,
        description="For everybody who has the key. Ask again until `state` is `done`, `failed` or `cancelled`.",
    )
    def get(self, request: Request, simulation: str) -> Simulation:
        return jobs.look_after_simulation(simulation_by_key(simulation))

    @endpoint("delete_simulation", "Throw away a simulation you asked for; nobody can read it any more.")
    def delete(self, request: Request, simulation: str) -> None:
        simulations.delete(actor=self.actor, simulation=_own(self, request, simulation))


class CancelSimulation(PersonalView):
    tag = "Simulations"

    @endpoint(
        "cancel_simulation",
        "Play no more of a simulation you asked for; what was counted stays.",
        gives=SimulationOut,
    )
    def post(self, request: Request, simulation: str) -> Simulation:
        found = _own(self, request, simulation)
        return simulations.cancel(actor=self.actor, simulation=found)


def _own(view: ApiView, request: Request, key: str) -> Simulation:
    """A simulation of who asks; 403 for others who have the key."""
    found = simulation_by_key(key)
    if found.created_by != request.user:
        view.permission_denied(request)
    return found
