"""What the API refuses by itself, before or after any noun is asked, each once."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Refusals(Common):
    bad_key = Refusal(
        400, _("Idempotency-Key: 1 to 200 printable ASCII characters."), field="Idempotency-Key"
    )
    being_worked_out = Refusal(409, _("This is being calculated. Ask again in a moment."))
    in_progress = Refusal(
        409, _("The first request with this Idempotency-Key is still running. Repeat in a moment.")
    )
    key_reused = Refusal(
        422, _("This Idempotency-Key was used for another request."), field="Idempotency-Key"
    )
    season_not_of_person = Refusal(
        400, _("%(name)s has not played in season %(season)s."), field="seasons", code="not_of_person"
    )
    length_required = Refusal(400, _("Send the body with a Content-Length."))
    no_such_page = Refusal(404, _("There are %(last)s pages."), field="page")
    no_such_person = Refusal(400, _("There is no person %(number)s in this series."))
    no_such_player = Refusal(400, _("There is no player %(number)s."))
    not_current = Refusal(
        412, _("This has changed since you read it, or If-Match names no ETag of this event. Read it again.")
    )
    not_at_a_table = Refusal(409, _("You have no table now."), code="other_table")
    not_at_table_in_round = Refusal(
        409,
        _("You have no table in round %(round)s, or it is completed."),
        field="round",
        code="other_table",
    )
    not_at_table_of_four = Refusal(
        409,
        _("You have no table of four in round %(round)s, or it is completed."),
        field="round",
        code="other_table",
    )
    token_makes_no_token = Refusal(403, _("A token cannot make another token. Send your name and password."))
    password_needed = Refusal(403, _("Sign in again to do this, or use an API token."))
    request_too_large = Refusal(413, _("The body is larger than %(limit)s bytes."), code="too_large")
    too_many_players_for_tools = Refusal(
        400, _("The tools take at most %(limit)s players."), code="too_many_players"
    )


refuse = Refusals()
