"""The index, who is asking, the registries and the JSON Schemas."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from pairing.model.options import describe
from pairing.model.schema import SCHEMAS, schema
from pairing.model.scoring import mahjong
from pairing.systems import SYSTEMS
from pairing.tiebreaks import PRESETS, TIEBREAKS
from tournaments.api.base import ApiView, PersonalView
from tournaments.api.endpoint import endpoint
from tournaments.api.general.serializers.accounts import MeOut
from tournaments.api.general.serializers.registry import ScoringOut, SystemOut, TiebreakOut, TiebreaksOut

# What changes only with a new release, and with the language of the request.
SHORT = "public, max-age=300"


class IndexOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    version = serializers.CharField()
    resources = serializers.DictField(child=serializers.URLField())
    documentation = serializers.URLField()
    openapi = serializers.URLField()


class Index(ApiView):
    @endpoint("index", "What there is.", gives=IndexOut)
    def get(self, request: Request) -> dict[str, Any]:
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


class Me(PersonalView):
    tag = "Tokens"

    @endpoint("me", "Who is asking, and with which token.", gives=MeOut)
    def get(self, request: Request) -> Any:
        user: Any = request.user
        user.token = request.auth
        return user


class Systems(ApiView):
    tag = "Rules"
    keep = SHORT

    @endpoint("list_systems", "The pairing systems and their options.", gives=SystemOut, many=True)
    def get(self, request: Request) -> Any:
        return list(SYSTEMS.values())


class OneSystem(ApiView):
    tag = "Rules"
    keep = SHORT

    @endpoint("read_system", "One pairing system and its options.", gives=SystemOut)
    def get(self, request: Request, name: str) -> Any:
        return _known(SYSTEMS, name)


class FourSeatScoring(ApiView):
    tag = "Rules"
    keep = SHORT

    @endpoint("read_scoring", "How tables of four can be scored: values and presets.", gives=ScoringOut)
    def get(self, request: Request) -> Any:
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
    def get(self, request: Request) -> Any:
        return {"tiebreaks": list(TIEBREAKS.values()), "presets": list(PRESETS.values())}


class OneTiebreak(ApiView):
    tag = "Rules"
    keep = SHORT

    @endpoint("read_tiebreak", "One tie-break and its parameters.", gives=TiebreakOut)
    def get(self, request: Request, name: str) -> Any:
        return _known(TIEBREAKS, name)


class SchemasOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    url = serializers.URLField()


class Schemas(ApiView):
    tag = "Documents"
    keep = SHORT

    @endpoint("list_schemas", "The JSON Schemas of all documents.", gives=SchemasOut, many=True)
    def get(self, request: Request) -> Any:
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


def _known(registry: dict[str, Any], name: str) -> Any:
    if name not in registry:
        raise Http404
    return registry[name]
