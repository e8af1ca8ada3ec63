"""The lab: simulations of events, and studies."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from pairing.model.schema import schema
from research.simulation import FORMAT
from tournaments.api import schema as description
from tournaments.api.base import ApiView, EventView, PersonalView
from tournaments.api.endpoint import IDEMPOTENCY, Nothing, PageQuery, checked, endpoint
from tournaments.api.fields import Plain, Strict, Whole, computed
from tournaments.api.idempotency import once
from tournaments.api.mirrored import Mirror
from tournaments.api.serializers.rounds import JobOut
from tournaments.api.throttles import TOOLS
from tournaments.files.services import event_files
from tournaments.jobs.running import look_after
from tournaments.lab import jobs
from tournaments.lab.selectors.simulations import (
    Start,
    progress_of,
    results,
    simulation_by_key,
    simulations_of,
    simulations_of_event,
    start_facts,
    start_of,
)
from tournaments.lab.selectors.studies import studies_of
from tournaments.lab.services import simulations
from tournaments.lab.services.simulated_events import BEGINNING, NOW
from tournaments.lab.services.simulations import MOST_CONFIGURATIONS, MOST_RUNS, MOST_SEED
from tournaments.models import ChunkState, Job, JobState, Simulation
from tournaments.rights import can_enter_results

_WHOLE: Any = {"type": "integer"}
_URI: Any = {"type": "string", "format": "uri"}
_PROGRESS: Any = {
    "type": "object",
    "properties": {
        "done": {**_WHOLE, "description": "Events played, those not counted yet included."},
        "counted": {**_WHOLE, "description": "Events that are in the results."},
        "total": {**_WHOLE, "description": "Events of all configurations together."},
    },
    "required": ["done", "counted", "total"],
    "additionalProperties": False,
}
_RESULTS: Any = {
    "type": "array",
    "items": {"type": ["object", "null"], "additionalProperties": True},
}
_CONFIGURATIONS: Any = {
    "type": "array",
    "items": {"type": "object", "additionalProperties": True},
    "minItems": 1,
    "maxItems": MOST_CONFIGURATIONS,
}


@extend_schema_field(_CONFIGURATIONS)
class Configurations(serializers.ListField):
    """What is compared; the core checks each one."""

    child = Plain()


class AsWritten(serializers.Field[object, object, object, object]):
    """What the schema of the document checks."""

    def to_internal_value(self, data: object) -> object:
        return data


# By name, with what the schema says of it.
OF_DOCUMENT: dict[str, Any] = {
    name: extend_schema_field(described)(type("AsWritten", (AsWritten,), {}))
    for name, described in schema(FORMAT)["properties"].items()
}


class SimulationIn(Strict):
    """Rules to be tried: the document of `manage.py simulate` (with its `format`), or `configurations`."""

    configurations = Configurations(required=False, help_text="One to six, each as described in the manual.")
    runs = Whole(
        required=False,
        min_value=2,
        max_value=MOST_RUNS,
        help_text="Events played for each; left out: as many as take some seconds.",
    )
    start = Plain(
        required=False,
        allow_null=True,
        help_text="An event document: all configurations go on from there. Left out: the whole event is played.",
    )
    seed = Whole(
        required=False, min_value=0, max_value=MOST_SEED, help_text="The same seed gives the same numbers."
    )

    def get_fields(self) -> Any:
        own = super().get_fields()
        return {**{name: field(required=False) for name, field in OF_DOCUMENT.items()}, **own}


class EventSimulationIn(Strict):
    """Rules to be tried on an event."""

    begin = serializers.ChoiceField(
        choices=[NOW, BEGINNING],
        required=False,
        help_text="`now` (the default): the published rounds and results stay; `beginning`: the whole event anew.",
    )
    configurations = Configurations(
        required=False,
        help_text="As for `/simulations/`; what one leaves out is as in the event. Without any: the event as planned.",
    )
    runs = Whole(required=False, min_value=2, max_value=MOST_RUNS, help_text="Events played for each.")
    seed = Whole(
        required=False, min_value=0, max_value=MOST_SEED, help_text="The same seed gives the same numbers."
    )


class StartOut(
    Mirror,
    of=Start,
    shows="round paired given tables players",
    round="The first round that is played by chance.",
    paired="Rounds that are paired already.",
    given="Results of that round that are known.",
    tables="Tables of that round; 0: it is not paired yet.",
    players="Players who are still in: the measures are about them.",
):
    """Where a simulation starts."""


class SimulationRow(serializers.Serializer[Simulation]):
    """A simulation in a list."""

    key = serializers.CharField(help_text="Whoever has it may read the simulation.")
    created_at = serializers.DateTimeField()

    @computed(serializers.ChoiceField(ChunkState.choices))
    def state(self, simulation: Simulation) -> str:
        return progress_of(simulation).state

    @computed(_PROGRESS)
    def progress(self, simulation: Simulation) -> dict[str, int]:
        found = progress_of(simulation)
        return {"done": found.done, "counted": found.counted, "total": found.total}

    @computed(_URI)
    def url(self, simulation: Simulation) -> str:
        return reverse("api:simulation", [simulation.key], request=self.context["request"])

    @computed(_URI, help_text="The same for people.")
    def page(self, simulation: Simulation) -> str:
        return reverse("lab:simulation", [simulation.key], request=self.context["request"])


class SimulationOut(SimulationRow):
    """A simulation with what came of it so far."""

    @computed(help_text="Why some events could not be played.")
    def error(self, simulation: Simulation) -> str:
        return progress_of(simulation).error

    @computed(_CONFIGURATIONS)
    def configurations(self, simulation: Simulation) -> object:
        return simulation.document["configurations"]

    @computed(StartOut(allow_null=True), help_text="Null: the whole event is played.")
    def start(self, simulation: Simulation) -> object:
        start = start_of(simulation.document)
        return None if start is None else StartOut(start_facts(start)).data

    @computed()
    def runs(self, simulation: Simulation) -> int:
        return int(simulation.document["runs"])

    @computed()
    def seed(self, simulation: Simulation) -> int:
        return int(simulation.document["seed"])

    @computed(
        _RESULTS,
        help_text="For each configuration its measures with 95 % intervals; null: nothing is counted yet.",
    )
    def results(self, simulation: Simulation) -> object:
        return results(simulation)


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
    def get(self, request: Request, query: dict[str, Any]) -> object:
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
    def get(self, request: Request, query: dict[str, Any]) -> object:
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


class Studies(PersonalView):
    tag = "Studies"
    max_bytes = event_files.MAX_BYTES
    throttle_classes = TOOLS

    @endpoint(
        "list_studies", "The studies you asked for, newest first.", gives=JobOut, paged=True, query=PageQuery
    )
    def get(self, request: Request, query: dict[str, Any]) -> object:
        return studies_of(self.actor)

    @extend_schema(
        operation_id="make_study",
        summary="Hold pairing algorithms against a round robin.",
        description="Answers the finished job of a small study (201), or the job that makes a large one (202). Its "
        "`result` is what `manage.py study wcsc SPEC.json --json` writes, with the algorithms that came to no end in "
        "`failed`.",
        parameters=[IDEMPOTENCY],
        request={"application/json": description.STUDY},
        responses={
            201: OpenApiResponse(JobOut, description="The study."),
            202: OpenApiResponse(JobOut, description="The job that makes it."),
        },
    )
    def post(self, request: Request) -> Response:
        checked(Nothing, request.query_params.dict())

        def work() -> Response:
            job = jobs.study(actor=self.actor, document=request.data)
            where = reverse("api:study", [job.pk], request=request)
            status = 202 if job.state in (JobState.QUEUED, JobState.RUNNING) else 201
            return Response(JobOut(job).data, status=status, headers={"Location": where})

        return once(request, work, in_one_transaction=False)


class OneStudy(PersonalView):
    tag = "Studies"

    @endpoint("read_study", "A study: how far it is, and what came of it.", gives=JobOut)
    def get(self, request: Request, study: int) -> Job:
        return look_after(studies_of(self.actor).get(pk=study))
