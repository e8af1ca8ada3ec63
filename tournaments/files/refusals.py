"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Refusals(Common):
    another_event = Refusal(
        409,
        _(
            "This is the report of another event: most players, or most tables of round 1, are not those here."
        ),
        field="file",
    )
    cannot_follow = Refusal(
        409,
        _(
            "This event cannot follow another program: it has rounds of its own, or belongs to a series. "
            "Create a new event for the reports."
        ),
    )
    event_here_already = Refusal(
        409, _("This event is already here, with the address %(slug)s."), field="file"
    )
    event_here_in_bin = Refusal(
        409,
        _("This event is already here, in the bin of its owner, with the address %(slug)s."),
        field="file",
        code="event_here_already",
    )
    is_a_pack = Refusal(
        400, _("This is a hand-over pack. Open it under “Open a hand-over pack”."), field="file"
    )
    not_storable = Refusal(
        400,
        _("“%(field)s”: NUL, broken characters and whole numbers beyond 2^53 cannot be stored."),
        code="bad_text",
    )
    pass_phrase_short = Refusal(
        400, _("The pass phrase needs at least %(least)s characters."), field="pass_phrase"
    )
    pass_phrase_too_long = Refusal(
        400, _("The pass phrase has at most %(limit)s characters."), field="pass_phrase", code="too_long"
    )
    slug_taken_here = Refusal(
        409,
        _(
            "The address %(slug)s is taken here. Choose another one; codes printed with the "
            "old one stop working."
        ),
        field="slug",
        code="slug_taken",
    )
    too_large = Refusal(400, _("The file is too large: at most %(limit)s megabytes."), field="file")


refuse = Refusals()
