from typing import Any

from axes.utils import reset
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.tokens import default_token_generator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.encoding import force_bytes
from django.utils.http import url_has_allowed_host_and_scheme, urlsafe_base64_encode
from django.utils.translation import gettext as _, ngettext
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import confirm, forms, limits
from accounts.demo import find_organiser
from accounts.devices import enter, password_typed
from accounts.kept import restoring, to_sign_in, typed_before
from accounts.limits import TooOften
from accounts.links import user_of_link
from accounts.models import User
from accounts.signing_up import may_sign_up
from accounts.tokens import (
    MAX_TOKENS,
    TooManyTokens,
    create_token,
    revoke_all_tokens,
    revoke_token,
    tokens_of,
)


class SignIn(views.LoginView):
    template_name = "accounts/sign_in.html"
    authentication_form = forms.SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return super().get_context_data(may_sign_up=may_sign_up(_next(self.request)), **more)

    def form_valid(self, form: Any) -> HttpResponse:
        enter(self.request, form.get_user())
        return redirect(self.get_success_url())

    def form_invalid(self, form: forms.SignInForm) -> HttpResponse:  # type: ignore[override]
        return form.answered(super().form_invalid(form))


@never_cache
def demo(request: HttpRequest) -> HttpResponse:
    """The way in to the desk of a public demo: a button, no password."""
    organiser = find_organiser() if settings.PUBLIC_DEMO else None
    if organiser is None:
        raise Http404
    if request.method != "POST":
        return render(request, "accounts/demo.html")
    enter(request, organiser)
    return redirect("desk:events")


class ChangePassword(views.PasswordChangeView):
    template_name = "accounts/password.html"
    success_url = reverse_lazy("accounts:profile")

    def get_form_class(self) -> type[Any]:
        return (
            forms.ChangePasswordForm if _user(self.request).has_usable_password() else forms.NewPasswordForm
        )

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Who has no password has no old one to type, but has just come by a sign-in link."""
        asked = None if _user(request).has_usable_password() else confirm.ask(request)
        return asked or super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        answer = super().form_valid(form)
        password_typed(self.request, form.user)  # the device was known by the old one
        messages.success(self.request, _("The password has been changed."))
        _revoke_tokens(self.request, form.user)
        return answer


class ForgottenPassword(views.PasswordResetView):
    template_name = "accounts/forgotten.html"
    email_template_name = "accounts/forgotten_mail.txt"
    subject_template_name = "accounts/forgotten_subject.txt"
    success_url = reverse_lazy("accounts:forgotten_sent")
    form_class = forms.ForgottenPasswordForm

    def form_valid(self, form: forms.ForgottenPasswordForm) -> HttpResponse:  # type: ignore[override]
        try:
            limits.count("resets_of_address", limits.address_of(self.request))
        except TooOften as refusal:
            form.refusal = refusal
            form.add_error(None, str(refusal))
            return form.answered(self.form_invalid(form))
        return super().form_valid(form)


class NewPassword(views.PasswordResetConfirmView):
    template_name = "accounts/new_password.html"
    form_class = forms.NewPasswordForm
    success_url = reverse_lazy("accounts:sign_in")

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        if not self.validlink:
            limits.count("wrong_keys", limits.address_of(self.request))
        return super().get_context_data(**more)

    def form_valid(self, form: Any) -> HttpResponse:
        answer = super().form_valid(form)
        messages.success(self.request, _("The password has been changed. Sign in with the new one."))
        _revoke_tokens(self.request, form.user)
        return answer


class SignInLink(View):
    """A link that `manage.py sign_in_link` printed. Opening it does nothing yet: programs look at links too."""

    http_method_names = ["get", "head", "post"]

    def get(self, request: HttpRequest, text: str) -> HttpResponse:
        user = user_of_link(text)
        if user is None:
            limits.count("wrong_keys", limits.address_of(request))
        return render(request, "accounts/link.html", {"user_of_link": user}, status=200 if user else 404)

    def post(self, request: HttpRequest, text: str) -> HttpResponse:
        user = user_of_link(text)
        if user is None:
            return self.get(request, text)
        reset(username=user.username)  # of the wrong passwords that somebody may have locked the account with
        enter(request, user)
        if "password" not in request.POST:
            return redirect("/")
        whom = urlsafe_base64_encode(force_bytes(user.pk))
        return redirect("accounts:new_password", whom, default_token_generator.make_token(user))


@never_cache
def sign_up(request: HttpRequest) -> HttpResponse:
    """A new account, signed in at once."""
    if request.user.is_authenticated:
        return redirect(_next(request))
    if not may_sign_up(_next(request)):
        context = {"next": _next(request), "by_invitation": settings.SIGN_UP == "invitation"}
        return render(request, "accounts/sign_up_closed.html", context, status=403)
    form = _sign_up_form(request)
    if form.is_bound and form.is_valid():
        enter(request, form.save())
        return redirect(_next(request))
    status = 422 if form.is_bound else 200
    answer = render(request, "accounts/sign_up.html", {"form": form, "next": _next(request)}, status=status)
    return form.answered(answer)


def _sign_up_form(request: HttpRequest) -> forms.SignUpForm:
    """The form with what was sent, which counts; too often, it comes back as typed."""
    form = forms.SignUpForm(request.POST or None)
    if not form.is_bound:
        return form
    try:
        limits.count("sign_ups", limits.address_of(request))
    except TooOften as refusal:
        # Not looked at: errors would tell which names are taken.
        form = forms.SignUpForm(initial=request.POST.dict())
        form.refusal = refusal
        messages.error(request, str(refusal))
    return form


@restoring
def profile(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        return to_sign_in(request, reverse("accounts:profile"))
    # A copy: a refused change must not show in the page's head.
    user = User.objects.get(pk=_user(request).pk)
    form = forms.ProfileForm(request.POST or None, instance=user, initial=typed_before(request))
    if request.method == "POST" and form.is_valid():
        if "email" in form.changed_data and (asked := confirm.ask(request)):
            return asked
        new = {name: form.cleaned_data[name] for name in form.Meta.fields}
        User.objects.filter(pk=user.pk).update(**new)
        messages.success(request, _("Saved."))
        return redirect("accounts:profile")
    status = 422 if form.errors else 200
    return render(request, "accounts/profile.html", {"form": form}, status=status)


@restoring
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    """List the tokens; a new one is shown in the answer to its making, and never again."""
    if not request.user.is_authenticated:
        return to_sign_in(request, reverse("accounts:tokens"))
    if asked := confirm.ask(request):
        return asked
    user, made = _user(request), None
    form = forms.TokenForm(request.POST or None, initial=typed_before(request))
    if request.method == "POST" and form.is_valid():
        try:
            made = create_token(user=user, name=form.cleaned_data["name"], expiry=form.cleaned_data["days"])
            form = forms.TokenForm()
        except TooManyTokens:
            form.add_error(None, _("You have %(limit)s tokens. Revoke one first.") % {"limit": MAX_TOKENS})
    context = {"form": form, "made": made, "tokens": tokens_of(user)}
    return render(request, "accounts/tokens.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke(request: HttpRequest) -> HttpResponse:
    if not revoke_token(user=_user(request), digest=request.POST.get("token", "")):
        raise Http404(_("There is no such token."))
    messages.success(request, _("The token has been revoked: it no longer works."))
    return redirect("accounts:tokens")


def _revoke_tokens(request: HttpRequest, user: User) -> None:
    if count := revoke_all_tokens(user):
        text = ngettext("%(count)s API token was revoked.", "%(count)s API tokens were revoked.", count)
        messages.info(request, text % {"count": count})


def _user(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise TypeError("only for views behind login_required")
    return request.user


def _next(request: HttpRequest) -> str:
    """Where to go afterwards: only ever within this site."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return target if safe else "/"
