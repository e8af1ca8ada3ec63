"""Simulations: what is asked, how far it is, what came of it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from pairing.model.schema import schema
from research.simulation import FORMAT
from tournaments.api.fields import Plain, Strict, Whole, computed
from tournaments.api.mirrored import Mirror
from tournaments.lab.selectors.simulations import Start, progress_of, results, start_facts, start_of
from tournaments.lab.services.simulated_events import BEGINNING, NOW
from tournaments.lab.services.simulations import MOST_CONFIGURATIONS, MOST_RUNS, MOST_SEED
from tournaments.models import ChunkState, Simulation

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


class AsWritten(serializers.Field[Any, Any, Any, Any]):
    """What the schema of the document checks."""

    def to_internal_value(self, data: Any) -> Any:
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
    def configurations(self, simulation: Simulation) -> Any:
        return simulation.document["configurations"]

    @computed(StartOut(allow_null=True), help_text="Null: the whole event is played.")
    def start(self, simulation: Simulation) -> Any:
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
    def results(self, simulation: Simulation) -> Any:
        return results(simulation)
