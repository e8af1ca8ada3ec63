from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken


class User(AbstractUser):  # type: ignore[django-manager-missing]  # knox has no types
    """Somebody who can sign in. The user name is what they type; `display_name` is what others see."""

    display_name = models.CharField(_("name shown to others"), max_length=120, blank=True, default="")

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="user_username_unique_ignoring_case",
                violation_error_message=_("A user with that name exists already."),
            ),
        ]

    def __str__(self) -> str:
        return self.display_name or self.username


class ApiToken(AbstractAuthToken):  # type: ignore[misc]  # Knox has no types
    """A key for the REST API. Only its digest is stored; the name tells its owner what it is for."""

    name = models.CharField(_("name"), max_length=80, blank=True, default="")
    # To a few minutes: not every request writes.
    last_used = models.DateTimeField(_("last used"), null=True, editable=False)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"{self.name or self.token_key} ({self.user})"
