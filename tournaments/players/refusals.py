"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Refusals(Common):
    already_forbidden = Refusal(409, _("These two are already kept apart."), field="second")
    bad_bye_round = Refusal(
        400,
        _("A bye can be requested in rounds %(first)s to %(last)s."),
        field="round_number",
        code="bad_round",
    )
    bad_columns = Refusal(
        400, _("The list has %(width)s columns; each is one of %(allowed)s, or empty."), field="columns"
    )
    bad_decision = Refusal(400, _("Line %(line)s: choose one of these: %(allowed)s."), field="decisions")
    bad_first_round = Refusal(
        400, _("A player can join in rounds %(first)s to %(last)s."), field="joined_round", code="bad_round"
    )
    bad_tables = Refusal(
        400, _("“%(field)s” must be numbers from 1 to %(high)s such as 1-40, not “%(value)s”.")
    )
    broken_file = Refusal(400, _("The file cannot be read: %(detail)s."), field="file")
    check_in_closed = Refusal(409, _("Check-in is not open now. Go to the desk."))
    column_twice = Refusal(
        400, _("Two columns cannot both be “%(column)s”."), field="columns", code="bad_columns"
    )
    duplicate_name = Refusal(
        409,
        _("%(name)s is already registered (number %(number)s). Confirm that this is another person."),
        field="name",
    )
    empty_list = Refusal(400, _("No line has a name."), field="file")
    fixed_elsewhere = Refusal(
        409, _("%(name)s has the fixed table %(table)s, which would no longer exist."), field="ranges"
    )
    house_player = Refusal(
        400, _("%(name)s is a house player, who fills the tables and cannot be changed here."), field="player"
    )
    import_changed = Refusal(
        409, _("The list or the players have changed since the preview. Look at the preview again.")
    )
    import_has_errors = Refusal(
        400, _("Line %(line)s: %(what)s Correct the list, or leave this line out."), field="file"
    )
    in_draft = Refusal(
        409,
        _("%(name)s is in the draft of round %(number)s. Discard it, withdraw, and pair again."),
        field="player",
    )
    in_schedule = Refusal(
        409,
        _("%(name)s has a place in the schedule. Withdraw the player, or discard the schedule first."),
        field="player",
    )
    left_too_early = Refusal(
        400,
        _("Round %(number)s is published. A player can withdraw after it, not before."),
        field="after_round",
        code="bad_round",
    )
    name_twice_in_list = Refusal(
        409,
        _("%(name)s appears twice. Confirm with “%(word)s” that this is another person."),
        code="duplicate_name",
    )
    no_round_left = Refusal(409, _("No round is left to pair."), field="kind")
    no_such_request = Refusal(
        404, _("%(name)s has not requested a bye in round %(number)s."), field="round_number"
    )
    no_table_left = Refusal(400, _("“%(field)s”: leave at least one table."), field="skip", code="bad_tables")
    no_table_of_hall = Refusal(
        400,
        _("“%(field)s”: the hall has no table %(table)s. Choose one of its tables (Tables of the hall)."),
        field="fixed_table",
    )
    not_forbidden = Refusal(404, _("These two are not kept apart."), field="second")
    not_of_event = Refusal(400, _("This request does not exist."), field="request")
    not_text = Refusal(400, _("This is not a text, a CSV file or an XLSX workbook."), field="file")
    not_withdrawn = Refusal(409, _("%(name)s has not withdrawn."))
    number_taken = Refusal(409, _("%(name)s has drawn number %(number)s."), field="draw_number")
    numbers_too_high = Refusal(
        409, _("%(name)s has number %(number)s, but there are %(count)s players."), field="draw_number"
    )
    paired_since_check_in = Refusal(
        409,
        _("A round has been paired since. Ask to sit out or to withdraw instead."),
        code="check_in_closed",
    )
    phones_not_used = Refusal(
        409, _("Players cannot check in or report from their phones now. Go to the desk."), field="player"
    )
    player_was_paired = Refusal(
        409, _("%(name)s has been paired and stays on the list. Withdraw the player instead."), field="player"
    )
    reason_missing = Refusal(400, _("Give a short reason in “%(field)s”."), field="answer")
    request_closed = Refusal(409, _("This request is already settled: %(label)s."), field="request")
    request_waiting = Refusal(409, _("You have another request. Cancel it first."))
    round_paired = Refusal(
        400, _("Round %(number)s is already paired."), field="round_number", code="bad_round"
    )
    same_player = Refusal(400, _("Give two different players."), field="second")
    schedule_is_whole = Refusal(
        409, _("All matches of this event are planned: no one can join any more."), field="joined_round"
    )
    schedule_stands = Refusal(
        409,
        _("A schedule is stored for these numbers. Discard it before you change them."),
        field="draw_number",
    )
    table_in_no_range = Refusal(
        400, _("“%(field)s”: table %(number)s is in none of the ranges."), field="skip", code="bad_tables"
    )
    table_in_two_ranges = Refusal(
        400, _("“%(field)s”: table %(number)s is in two of the ranges."), field="ranges", code="bad_tables"
    )
    too_large = Refusal(400, _("The list is too large: at most %(limit)s megabytes."), field="file")
    too_late = Refusal(409, _("A round is already paired, so the numbers are fixed."), field="draw_number")
    too_many_lines = Refusal(
        400, _("The list has too many lines: at most %(limit)s are read at once."), field="file"
    )
    too_many_phones = Refusal(
        409, _("Other phones already ask for %(name)s. Go to the desk."), field="player"
    )
    too_many_players = Refusal(400, _("An event holds at most %(limit)s players."))
    too_many_tables = Refusal(400, _("A hall has %(most)s tables at most."), field="ranges")


refuse = Refusals()
