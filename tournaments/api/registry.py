"""What there is: the index, systems, tie-breaks, scorings, and the schemas of documents."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import Http404
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from pairing.model.options import OptionSpec, describe, dump_value
from pairing.model.schema import SCHEMAS, schema
from pairing.model.scoring import mahjong
from pairing.systems import SYSTEMS
from pairing.systems.base import System
from pairing.tiebreaks import PRESETS, TIEBREAKS
from pairing.tiebreaks.base import Tiebreak
from tournaments.api.base import ApiView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Plain, computed
from tournaments.api.mirrored import Mirror
from tournaments.steps.refusals import in_words

_ANY: Mapping[str, object] = {"type": ["string", "number", "boolean", "null"]}


class ChoiceOut(serializers.Serializer[object]):
    value = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]


class Words(serializers.CharField):
    """A text of the core in the reader's language."""

    def to_representation(self, value: str) -> str:
        return in_words(value)


class OptionOut(
    Mirror,
    of=OptionSpec,
    shows="name kind label help default choices minimum maximum none allowed per_round",
    none="The word that stands for “none”, where none is allowed.",
    per_round="Given when a round is paired, not set for the event.",
):
    """One declared option: what it is called, what it does, what is allowed."""

    kind = serializers.ChoiceField(["choice", "int", "bool", "fraction", "points", "best_of"])

    @computed()
    def label(self, spec: OptionSpec) -> str:  # type: ignore[override]
        return gettext(spec.label)

    @computed()
    def help(self, spec: OptionSpec) -> str:
        return gettext(spec.help)

    @computed(_ANY)
    def default(self, spec: OptionSpec) -> object:
        return dump_value(spec, spec.default)

    @computed(ChoiceOut(many=True, allow_null=True))
    def choices(self, spec: OptionSpec) -> list[dict[str, str]] | None:
        if spec.choices is None:
            return None
        return [{"value": value, "label": gettext(label)} for value, label in spec.choices.items()]

    @computed({"type": ["number", "null"]})
    def minimum(self, spec: OptionSpec) -> object:
        return self._limit(spec, spec.minimum)

    @computed({"type": ["number", "null"]})
    def maximum(self, spec: OptionSpec) -> object:
        return self._limit(spec, spec.maximum)

    allowed = Words()

    def _limit(self, spec: OptionSpec, value: object) -> object:
        return None if value is None else dump_value(spec, value)


class _Described(serializers.Serializer[object]):
    @computed(OptionOut(many=True))
    def options(self, entry: Any) -> object:
        return OptionOut(describe(entry.options), many=True).data


class SystemOut(_Described):
    """A pairing system and the options an event may set."""

    slug = serializers.CharField()

    @computed()
    def name(self, system: System) -> str:
        return gettext(system.name)

    @computed()
    def summary(self, system: System) -> str:
        return gettext(system.summary)

    seats = serializers.IntegerField(help_text="Players at a table.")
    version = serializers.CharField()
    default_tiebreaks = serializers.ListField(child=serializers.CharField())
    pairs_ahead = serializers.BooleanField()


class TiebreakOut(_Described):
    """A tie-break and its parameters."""

    code = serializers.CharField()

    @computed()
    def name(self, tiebreak: Tiebreak) -> str:
        return gettext(tiebreak.name)

    @computed()
    def help(self, tiebreak: Tiebreak) -> str:
        return gettext(tiebreak.help)

    unit = serializers.CharField(help_text="How values are shown: points, ratio, count, rating, order.")
    source = serializers.CharField()  # type: ignore[assignment]


class PresetOut(serializers.Serializer[object]):
    """A chain of tie-breaks with a name."""

    slug = serializers.CharField()

    @computed()
    def label(self, preset: Any) -> str:  # type: ignore[override]
        return gettext(preset.label)

    @computed()
    def help(self, preset: Any) -> str:
        return gettext(preset.help)

    chain = serializers.ListField(child=serializers.CharField())


class TiebreaksOut(serializers.Serializer[object]):
    tiebreaks = TiebreakOut(many=True)
    presets = PresetOut(many=True)


class ScoringPresetOut(serializers.Serializer[object]):
    """A scoring with a name."""

    slug = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    scoring = Plain(help_text="As an event takes it.")


class ScoringOut(serializers.Serializer[object]):
    """What tables of four may be scored by: every value that can be set, and the presets to start from."""

    seats = serializers.IntegerField()
    options = OptionOut(many=True)
    presets = ScoringPresetOut(many=True)


# What changes only with a new release, and with the language of the request.
SHORT = "public, max-age=300"


class IndexOut(serializers.Serializer[object]):
    name = serializers.CharField()
    version = serializers.CharField()
    resources = serializers.DictField(child=serializers.URLField())
    documentation = serializers.URLField()
    openapi = serializers.URLField()


class Index(ApiView):
    @endpoint("index", "What there is.", gives=IndexOut)
    def get(self, request: Request) -> dict[str, object]:
        names = (
            "events", "systems", "scoring", "tiebreaks", "schemas", "tools-pair", "tools-standings", "tools-seating",
            "tokens", "me",
        )  # fmt: skip
        return {
            "name": "Pairwright",
            "version": settings.SPECTACULAR_SETTINGS["VERSION"],
            "resources": {name: reverse(f"api:{name}", request=request) for name in names},
            "documentation": reverse("api-docs", request=request),
            "openapi": reverse("schema", request=request),
        }


class Systems(ApiView):
    tag = "Rules"
    keep = SHORT

    @endpoint("list_systems", "The pairing systems and their options.", gives=SystemOut, many=True)
    def get(self, request: Request) -> object:
        return list(SYSTEMS.values())


class OneSystem(ApiView):
    tag = "Rules"
    keep = SHORT

    @endpoint("read_system", "One pairing system and its options.", gives=SystemOut)
    def get(self, request: Request, name: str) -> object:
        return _known(SYSTEMS, name)


class FourSeatScoring(ApiView):
    tag = "Rules"
    keep = SHORT

    @endpoint("read_scoring", "How tables of four can be scored: values and presets.", gives=ScoringOut)
    def get(self, request: Request) -> object:
        presets = [
            {"slug": slug, "label": gettext(mahjong.PRESET_LABELS[slug]), "scoring": mahjong.to_json(scoring)}
            for slug, scoring in mahjong.PRESETS.items()
        ]
        return {
            "seats": mahjong.SEATS,
            "options": describe(mahjong.MahjongScoring),
            "presets": presets,
        }


class Tiebreaks(ApiView):
    tag = "Rules"
    keep = SHORT

    @endpoint(
        "list_tiebreaks", "The tie-breaks, their parameters, and chains with a name.", gives=TiebreaksOut
    )
    def get(self, request: Request) -> object:
        return {"tiebreaks": list(TIEBREAKS.values()), "presets": list(PRESETS.values())}


class OneTiebreak(ApiView):
    tag = "Rules"
    keep = SHORT

    @endpoint("read_tiebreak", "One tie-break and its parameters.", gives=TiebreakOut)
    def get(self, request: Request, name: str) -> object:
        return _known(TIEBREAKS, name)


class SchemasOut(serializers.Serializer[object]):
    name = serializers.CharField()
    title = serializers.CharField()
    url = serializers.URLField()


class Schemas(ApiView):
    tag = "Documents"
    keep = SHORT

    @endpoint("list_schemas", "The JSON Schemas of all documents.", gives=SchemasOut, many=True)
    def get(self, request: Request) -> object:
        return [
            {
                "name": name,
                "title": schema(name).get("title", name),
                "url": reverse("api:schema", [name], request=request),
            }
            for name in SCHEMAS
        ]


class OneSchema(ApiView):
    tag = "Documents"
    keep = SHORT

    @extend_schema(
        operation_id="read_schema",
        summary="A JSON Schema (draft 2020-12).",
        description="A JSON Schema (draft 2020-12).",
        responses={(200, "application/schema+json"): OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, name: str) -> Response:
        if name not in SCHEMAS:
            raise Http404
        return Response(dict(schema(name)), content_type="application/schema+json")


def _known(registry: dict[str, Any], name: str) -> object:
    if name not in registry:
        raise Http404
    return registry[name]
