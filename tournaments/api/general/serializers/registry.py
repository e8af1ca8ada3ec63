"""The registries of the core, described from their own declarations: systems, options, tie-breaks, chains."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from pairing.model.options import OptionSpec, describe, dump_value
from pairing.systems.base import System
from pairing.tiebreaks.base import Tiebreak
from tournaments.api.fields import Plain, computed
from tournaments.api.mirrored import Mirror
from tournaments.steps.refusals import in_words

_ANY: Any = {"type": ["string", "number", "boolean", "null"]}


class ChoiceOut(serializers.Serializer[Any]):
    value = serializers.CharField()
    label: Any = serializers.CharField()


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

    kind = serializers.ChoiceField(["choice", "int", "bool", "fraction", "points"])

    @computed()
    def label(self, spec: OptionSpec) -> str:
        return gettext(spec.label)

    @computed()
    def help(self, spec: OptionSpec) -> str:
        return gettext(spec.help)

    @computed(_ANY)
    def default(self, spec: OptionSpec) -> Any:
        return dump_value(spec, spec.default)

    @computed(ChoiceOut(many=True, allow_null=True))
    def choices(self, spec: OptionSpec) -> list[dict[str, str]] | None:
        if spec.choices is None:
            return None
        return [{"value": value, "label": gettext(label)} for value, label in spec.choices.items()]

    @computed({"type": ["number", "null"]})
    def minimum(self, spec: OptionSpec) -> Any:
        return self._limit(spec, spec.minimum)

    @computed({"type": ["number", "null"]})
    def maximum(self, spec: OptionSpec) -> Any:
        return self._limit(spec, spec.maximum)

    allowed = Words()

    def _limit(self, spec: OptionSpec, value: Any) -> Any:
        return None if value is None else dump_value(spec, value)


class _Described(serializers.Serializer[Any]):
    @computed(OptionOut(many=True))
    def options(self, entry: Any) -> Any:
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
    source: Any = serializers.CharField()


class PresetOut(serializers.Serializer[Any]):
    """A chain of tie-breaks with a name."""

    slug = serializers.CharField()

    @computed()
    def label(self, preset: Any) -> str:
        return gettext(preset.label)

    @computed()
    def help(self, preset: Any) -> str:
        return gettext(preset.help)

    chain = serializers.ListField(child=serializers.CharField())


class TiebreaksOut(serializers.Serializer[Any]):
    tiebreaks = TiebreakOut(many=True)
    presets = PresetOut(many=True)


class ScoringPresetOut(serializers.Serializer[Any]):
    """A scoring with a name."""

    slug = serializers.CharField()
    label: Any = serializers.CharField()
    scoring = Plain(help_text="As an event takes it.")


class ScoringOut(serializers.Serializer[Any]):
    """What tables of four may be scored by: every value that can be set, and the presets to start from."""

    seats = serializers.IntegerField()
    options = OptionOut(many=True)
    presets = ScoringPresetOut(many=True)
