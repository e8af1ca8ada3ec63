"""What is refused about forgetting a person."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Privacy(Common):
    other_number = Refusal(
        400,
        _("Type the number of the player, %(number)s, into “%(field)s”. Nothing was changed."),
        field="number",
    )


refuse = Privacy()
