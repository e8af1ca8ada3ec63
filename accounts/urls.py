from django.contrib.auth import views as auth_views
from django.urls import path

from accounts import views

app_name = "accounts"

FORGOTTEN_SENT = auth_views.PasswordResetDoneView.as_view(template_name="accounts/forgotten_sent.html")

urlpatterns = [
    path("login/", views.SignIn.as_view(), name="sign_in"),
    path("logout/", auth_views.LogoutView.as_view(), name="sign_out"),
    path("demo/", views.demo, name="demo"),
    path("new/", views.sign_up, name="sign_up"),
    path("", views.profile, name="profile"),
    path("password/", views.ChangePassword.as_view(), name="password"),
    path("forgotten/", views.ForgottenPassword.as_view(), name="forgotten"),
    path("forgotten/sent/", FORGOTTEN_SENT, name="forgotten_sent"),
    path("forgotten/<uidb64>/<token>/", views.NewPassword.as_view(), name="new_password"),
    path("link/<str:text>/", views.SignInLink.as_view(), name="sign_in_link"),
    path("tokens/", views.tokens, name="tokens"),
    path("tokens/revoke/", views.revoke, name="revoke_token"),
]
