"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Refusals(Common):
    bad_answer = Refusal(400, _("“%(field)s”: choose one of these: %(allowed)s."))
    bad_date = Refusal(400, _("“%(field)s” must be a date such as 2026-11-28, not “%(value)s”."))
    bad_entry_field = Refusal(
        400, _("“%(field)s” is not a field of an entry. Choose from: %(allowed)s."), code="unknown_field"
    )
    bad_line = Refusal(400, _("Line %(line)s: %(what)s Nothing was taken."), field="file")
    bad_place = Refusal(400, _("The place in line must be from 1 to %(last)s."), field="place")
    bad_question = Refusal(
        400, _("A question must be of one of these kinds: %(allowed)s."), field="questions"
    )
    closes_before_opening = Refusal(
        400, _("Registration must close after it opens."), field="closes_at", code="bad_date"
    )
    consent_needed = Refusal(400, _("Without your consent nothing can be stored."), field="consent")
    entry_gone = Refusal(404, _("There is no such entry."), field="entry")
    entry_state = Refusal(
        409, _("Not possible while the entry is “%(label)s”."), field="entry", code="wrong_state"
    )
    already_started = Refusal(
        409,
        _("Round 1 is paired: players are changed and withdrawn on the list of players now."),
        field="entry",
    )
    form_too_old = Refusal(409, _("This form was open for more than a day. Load the page again."))
    has_entries = Refusal(
        409, _("Somebody has signed up. Close registration by its time instead."), code="wrong_state"
    )
    like_a_robot = Refusal(409, _("This came faster than anybody types. Wait a moment and send it again."))
    line_full = Refusal(
        409, _("All places are taken, and the waiting list is full."), code="registration_full"
    )
    no_place = Refusal(
        409,
        _("There are %(count)s free places. Raise the number of places first."),
        code="no_place",
        field="entries",
    )
    no_registration = Refusal(404, _("This event takes no entries here."))
    registration_closed = Refusal(409, _("Registration is closed."))
    registration_not_open = Refusal(409, _("Registration is not open yet."), code="registration_closed")
    same_entry = Refusal(400, _("Choose two different entries."), field="entries")
    too_many_entries = Refusal(
        400, _("A list has at most %(limit)s entries."), field="file", code="too_many_lines"
    )
    too_many_questions = Refusal(400, _("A form has at most %(limit)s questions."), field="questions")


refuse = Refusals()
