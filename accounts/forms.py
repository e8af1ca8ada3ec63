from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib.auth import authenticate, forms as auth_forms
from django.contrib.auth.password_validation import password_validators_help_texts
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts import limits
from accounts.guesses import refusal_of
from accounts.limits import TooOften
from accounts.models import User
from accounts.names import validate_no_blanks, validate_visible

DAYS = {"30": 30, "365": 365, "": None}


def _describe_password(form: forms.BaseForm, field: str) -> None:
    """The rules of a password as plain sentences: the field's help is one line, not a list."""
    form.fields[field].help_text = " ".join(password_validators_help_texts())


class LimitedForm(forms.BaseForm):
    """A form that may be sent too often: `refusal`, which it says and is answered with."""

    refusal: TooOften | None = None

    def answered(self, answer: HttpResponse) -> HttpResponse:
        return self.refusal.mark(answer) if self.refusal else answer


class SignInForm(LimitedForm, auth_forms.AuthenticationForm):
    """User name and password."""

    request: HttpRequest

    def get_invalid_login_error(self) -> ValidationError:
        self.refusal = refusal_of(self.request)
        if self.refusal:
            return ValidationError(str(self.refusal))
        return self._disabled() or super().get_invalid_login_error()

    def _disabled(self) -> ValidationError | None:
        """Told only to somebody who knows the password."""
        user = User.objects.filter(username=self.cleaned_data["username"], is_active=False).first()
        if user is None or not user.check_password(self.cleaned_data["password"]):
            return None
        return ValidationError(_("This account is disabled. Ask the people who run this site."))


class SignUpForm(LimitedForm, auth_forms.UserCreationForm):  # type: ignore[type-arg]  # no generic when it runs
    """A new account. The mail address is only for a forgotten password."""

    class Meta:
        model = User
        fields = ("username", "display_name", "email")
        labels = {"username": _("User name"), "email": _("E-mail address")}
        help_texts = {
            "username": _("What you type to sign in: letters, digits and @ . + - _ only."),
            "display_name": _("Shown in the log of your events. If empty: the user name."),
            "email": _("Only used if you forget your password (optional)."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _describe_password(self, "password1")
        self.fields["username"].validators.append(validate_no_blanks)
        self.fields["display_name"].validators.append(validate_visible)


class PasswordAgainForm(LimitedForm, forms.Form):
    """The password of whoever is signed in."""

    NAME = "password_again"

    password_again = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "autofocus": True}),
    )

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean_password_again(self) -> str:
        """As for signing in, so that wrong ones are counted."""
        password = str(self.cleaned_data["password_again"])
        user = authenticate(self.request, username=self.request.user.get_username(), password=password)
        if user is None or user != self.request.user:
            self.refusal = refusal_of(self.request)
            raise ValidationError(str(self.refusal) if self.refusal else _("This is not your password."))
        return password


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]
    """Your own name and e-mail address. For another address the password is asked for (`accounts.confirm`)."""

    class Meta:
        model = User
        fields = ("display_name", "email")
        labels = SignUpForm.Meta.labels
        help_texts = {
            "display_name": SignUpForm.Meta.help_texts["display_name"],
            "email": SignUpForm.Meta.help_texts["email"],
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["display_name"].validators.append(validate_visible)


class ForgottenPasswordForm(LimitedForm, auth_forms.PasswordResetForm):
    """Whether an account gets an e-mail is told to nobody, so one too many is left out without a word.

    The links in those before stay good: whoever fills a mailbox does not keep its owner from a new password.
    """

    def get_users(self, email: str) -> Iterator[User]:
        for user in super().get_users(email):
            with suppress(TooOften):
                limits.count("resets_of_account", user.pk)
                yield user


class ChangePasswordForm(auth_forms.PasswordChangeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _describe_password(self, "new_password1")


class NewPasswordForm(auth_forms.SetPasswordForm):  # type: ignore[type-arg]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _describe_password(self, "new_password1")


class TokenForm(forms.Form):
    """A token for the REST API: what it is for, and how long it may live."""

    name = forms.CharField(
        label=_("What is it for?"), max_length=80, help_text=_("For example: result screen in hall 2.")
    )
    days = forms.ChoiceField(
        label=_("Valid for"),
        required=False,
        choices=[("30", _("30 days")), ("365", _("One year")), ("", _("Until it is revoked"))],
        initial="365",
    )

    def clean_name(self) -> str:
        return " ".join(str(self.cleaned_data["name"]).split())

    def clean_days(self) -> timedelta | None:
        days = DAYS[self.cleaned_data["days"]]
        return None if days is None else timedelta(days=days)
