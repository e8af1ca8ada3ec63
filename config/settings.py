"""All settings of Pairwright. They come from environment variables only, and work with none set.

`.env.example` explains every variable; `docs/deploy.md` says which to set where. `manage.py check --deploy`
names what is unsafe on a server, with a hint each (`config/checks.py`).
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config import env, logs
from config.release import VERSION, newest_file, running

env.load_file()

BASE_DIR = env.BASE_DIR
DATA_DIR = env.own_directory("DATA_DIR", BASE_DIR / "var")
COMPILED_CODE = env.compiled_code(DATA_DIR)

# --- who may talk to us ------------------------------------------------------------------------------------
DEBUG = env.flag("DEBUG")
# Tells which code is running.
RELEASE = newest_file if DEBUG else running
SECRET_KEY = env.secret_key(DATA_DIR)
SECRET_KEY_FALLBACKS = env.listing("SECRET_KEY_FALLBACKS", [])
ALLOWED_HOSTS = env.listing("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.listing("CSRF_TRUSTED_ORIGINS", [])
INTERNAL_IPS = ["127.0.0.1", "::1"] if DEBUG else []

# --- applications ------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "config.static.CollectedFiles",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "axes",
    "csp",
    "config.apps.ProjectConfig",
    "accounts",
    "tournaments",
]

MIDDLEWARE = [
    "config.proxies.believe_the_proxy_only",  # before anybody asks for an address or for HTTPS
    "tournaments.web.unchanged.Unchanged",  # early: a phone's question for news costs next to nothing
    "tournaments.audience.as_public",  # before all that loads a name
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.what_browsers_may_do",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.middleware.reads_of_one_moment",  # before all that asks the database
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.middleware.zone_of_the_server",
    "config.middleware.bodies_not_taken_in",  # as soon as the language is known
    "config.middleware.no_nul_characters",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.middleware.buttons_opened_as_pages",
    "accounts.devices.remember_devices",
    "config.middleware.TooOftenAnswered",
    "axes.middleware.AxesMiddleware",  # last: it turns a locked login into its answer
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["config.laid_out.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "tournaments.web.density.density",
            ],
            # Addresses, names and forms stand on nearly every page.
            "builtins": [
                "tournaments.templatetags.addresses",
                "tournaments.templatetags.people",
                "accounts.templatetags.form_token",
            ],
        },
    },
]

# --- data --------------------------------------------------------------------------------------------------
DATABASES = {"default": env.database(DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.redis_url()
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "config.cache.ForgivingRedisCache",
        "LOCATION": env.cache_url(REDIS_URL),
        # What is kept there was made by this code, as its classes and pages are now: another release starts anew.
        "KEY_PREFIX": f"pairwright-{running()}",
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pairwright",
        "OPTIONS": {"MAX_ENTRIES": 5000},
    }
}
# Counters of LIMITS: without Redis in a place of their own, where kept pages cannot push them out.
CACHES["limits"] = (
    {**CACHES["default"], "KEY_PREFIX": "pairwright"}
    if REDIS_URL
    else {**CACHES["default"], "LOCATION": "limits", "OPTIONS": {"MAX_ENTRIES": 100_000}}
)

# --- accounts ----------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "accounts.guesses.FewEnough",  # first these two: they refuse before a password is tried
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "accounts.guesses.CountWrong",  # last
]
PASSWORD_HASHERS = [
    "accounts.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "accounts.passwords.NoCommonWord"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
# Who may sign up: anybody, who opens a valid invitation (the function tells from where they go next), or nobody.
SIGN_UP = env.choice("SIGN_UP", "open", "open", "invitation", "closed")
SIGN_UP_INVITED_TO = "tournaments.people.public.is_open_at"
# A site for anybody to try: whoever comes is let in, everything is thrown away again and again, no e-mail leaves it.
PUBLIC_DEMO = env.flag("PUBLIC_DEMO")

# What one owner, and one event, may have; of events 0 is no limit.
MAX_EVENTS_PER_OWNER = env.whole("MAX_EVENTS_PER_OWNER", 0)
MAX_PLAYERS_PER_EVENT = env.whole("MAX_PLAYERS_PER_EVENT", 20_000)
# So long a password is good that was typed before something that gives the event away (`accounts.confirm`).
PASSWORD_MINUTES = env.whole("PASSWORD_MINUTES", 15)
CSRF_FAILURE_VIEW = "config.errors.csrf_failure"
LOGIN_URL = "/accounts/login/"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"

# A venue's visitors often share one address, so only the pair of name and address is locked, and not in a browser
# that has signed in to the account before. LIMITS have the rest.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = env.whole("LOGIN_FAILURE_LIMIT", 10)
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_ON_SUCCESS = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
AXES_WHITELIST_CALLABLE = "accounts.guesses.is_known_device"
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # else strangers keep a lock closed by trying on
AXES_DISABLE_ACCESS_LOG = True

# What anybody may repeat, and how often (`accounts.limits`). A hall of 300 phones has one address: it must get through.
LIMITS = {
    # Wrong passwords: for any accounts from one address, for one account from any, on one known device of an account.
    "passwords_of_address": env.limit("LIMIT_PASSWORDS_ADDRESS", "50/10min"),
    "passwords_of_account": env.limit("LIMIT_PASSWORDS_ACCOUNT", "100/h"),
    "passwords_of_device": env.limit("LIMIT_PASSWORDS_DEVICE", "10/15min"),
    # Accounts somebody tries to make from one address.
    "sign_ups": env.limit("LIMIT_SIGN_UPS", "60/h"),
    # E-mails for a forgotten password: asked for from one address, sent to one account.
    "resets_of_address": env.limit("LIMIT_RESETS_ADDRESS", "30/h"),
    "resets_of_account": env.limit("LIMIT_RESETS_ACCOUNT", "4/6h"),
    # Searches on public pages, of one account or one address.
    "searches": env.limit("LIMIT_SEARCHES", "600/min"),
    # Addresses with a key, a code or an invitation that open nothing, from one address.
    "wrong_keys": env.limit("LIMIT_WRONG_KEYS", "300/10min"),
    # Answers of one player, at one table from whatever phones, and calls for a judge from one table.
    "answers": env.limit("LIMIT_ANSWERS", "30/5min"),
    "answers_of_table": env.limit("LIMIT_TABLE_ANSWERS", "80/5min"),
    "calls": env.limit("LIMIT_CALLS", "10/10min"),
    # Entries of the registration from one address (a school, a hall), and of one event.
    "entries_of_address": env.limit("LIMIT_ENTRIES_ADDRESS", "400/10min"),
    "entries_of_event": env.limit("LIMIT_ENTRIES_EVENT", "6000/10min"),
    # Phones that ask the desk to be recognised, from one address.
    "phones": env.limit("LIMIT_PHONES", "100/10min"),
}

# --- languages and time ------------------------------------------------------------------------------------
LANGUAGE_CODE = env.choice("LANGUAGE_CODE", "en", "en", "da", "ja")
LANGUAGES = [("en", _("English")), ("da", _("Danish")), ("ja", _("Japanese"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.time_zone("TIME_ZONE", "UTC")
USE_I18N = True
USE_TZ = True
FORMAT_MODULE_PATH = "config.formats"

# --- files -------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = env.path("STATIC_ROOT", DATA_DIR / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]
# After `collectstatic`, files carry a hash in their name, are compressed and may be cached for ever.
# Without it (tests, a working copy) they are served from where they lie.
COLLECTED_STATIC = env.flag("COLLECTED_STATIC")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "config.static.Storage"
        if COLLECTED_STATIC
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_USE_FINDERS = not COLLECTED_STATIC
WHITENOISE_AUTOREFRESH = False if COLLECTED_STATIC else DEBUG
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
# How long a request's body may take to arrive, and a second more for each 8 kB of it (config/front.py).
BODY_SECONDS = env.whole("BODY_SECONDS", 20)
# A results page of 2,000 tables posts a few fields each.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000
# How long a process that reads files, or works for the open tools, is kept when nobody asks it anything.
SANDBOX_IDLE_SECONDS = 20

# --- background work ---------------------------------------------------------------------------------------
CELERY_BROKER_URL = env.broker_url(REDIS_URL)
PAIR_ON_WORKER_FROM = env.whole("PAIR_ON_WORKER_FROM", 3000)

# --- REST --------------------------------------------------------------------------------------------------
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "knox.auth.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 100,
    "DEFAULT_THROTTLE_CLASSES": [
        "tournaments.api.throttles.Anonymous",
        "tournaments.api.throttles.SignedIn",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.rate("API_RATE_ANONYMOUS", "600/min"),
        "user": env.rate("API_RATE_USER", "1200/min"),
        "tools": env.rate("API_RATE_TOOLS", "120/min"),
    },
    "NUM_PROXIES": 0,  # config.proxies has read what they say
    "EXCEPTION_HANDLER": "tournaments.api.problems.handle",
    "DEFAULT_SCHEMA_CLASS": "tournaments.api.schema.ApiSchema",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
KNOX_TOKEN_MODEL = "accounts.ApiToken"
# Its own migrations would make a second table of tokens, which nothing uses and which holds up a flush.
MIGRATION_MODULES = {"knox": None}
REST_KNOX = {
    "TOKEN_TTL": timedelta(days=env.whole("API_TOKEN_DAYS", 365)),
    "TOKEN_PREFIX": "pw_",
    "AUTO_REFRESH": False,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Pairwright",
    "DESCRIPTION": "Events, players, rounds, matches, results and standings; and pairing without an account.",
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.1",
    "SERVERS": [{"url": "/", "description": "This installation"}],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    # Closed groups: hundreds of open lines take a slow computer half a minute to draw.
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "docExpansion": "none", "validatorUrl": None},
    "ENUM_NAME_OVERRIDES": {
        f"{name}Enum": f"tournaments.models.{name}"
        for name in (
            "Role",
            "Result",
            "Status",
            "RoundState",
            "JobState",
            "JobKind",
            "ByeKind",
            "RequestKind",
            "Outcome",
            "ClaimState",
            "ChunkState",
            "PenaltyKind",
            "PlayerRequestState",
            "PlayerRequestKind",
            "CallState",
        )
    }
    | {
        "ByEnum": ("rank", "points", "losses"),
        "DecidedByEnum": ("top", "group", "withdrawn", "tiebreak", "shared"),
        "LinkStatusEnum": "pairing.engine.places.Status",
        "TableStateEnum": "tournaments.phones.selectors.own_tables.TABLE_STATES",
        "SaidOutcomeEnum": "tournaments.phones.services.reports.RESULT_OF",
    },
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tournaments.api.schema.finish",
    ],
    # The page and its parts come from this server: a venue may have no internet.
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# --- what browsers are told --------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
HTTPS = env.flag("HTTPS")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
# Under such a name a browser takes a cookie from this host alone, by HTTPS: no neighbour under the same domain sets it.
_HOST = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{_HOST}sessionid"
CSRF_COOKIE_NAME = f"{_HOST}csrftoken"
DEVICE_COOKIE_NAME = f"{_HOST}pairwright_device"
SECURE_SSL_REDIRECT = env.flag("HTTPS_REDIRECT", True) and HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = env.whole("HSTS_SECONDS", 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("HSTS_SUBDOMAINS")
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
PROXY_COUNT = env.whole("PROXY_COUNT", 0)
PROXY_ADDRESSES = env.networks("PROXY_ADDRESSES", ["127.0.0.0/8", "::1"])
if PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- mail --------------------------------------------------------------------------------------------------
EMAIL_HOST = env.text("EMAIL_HOST")
EMAIL_PORT = env.whole("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", True)
SERVER_EMAIL = DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "pairwright@localhost")
# Without a mail server the letters (password resets) go to the log, where the organiser can read them.
_MAILER = "dummy" if PUBLIC_DEMO else "smtp" if EMAIL_HOST else "console"
EMAIL_BACKEND = f"django.core.mail.backends.{_MAILER}.EmailBackend"

# --- logs --------------------------------------------------------------------------------------------------
LOG_LEVEL = env.choice("LOG_LEVEL", "INFO", "DEBUG", "INFO", "WARNING", "ERROR")
LOGGING = logs.logging_of(LOG_LEVEL, env.choice("LOG_FORMAT", "plain", "plain", "json"), DATA_DIR)
