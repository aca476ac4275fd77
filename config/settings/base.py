"""What every way of running shares. Secrets and addresses come from the environment."""

import os
from pathlib import Path
from typing import Any

import dj_database_url
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config.limits import limits_with

BASE_DIR = Path(__file__).resolve().parent.parent.parent
VAR_DIR = Path(os.environ.get("ELDEST_HAND_VAR", BASE_DIR / "var"))

DEBUG = False
ALLOWED_HOSTS: list[str] = []
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"

INSTALLED_APPS = [
    "config.apps.ConfigConfig",
    "tournaments",
    "ratings",
    "games",
    "clubs",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "rest_framework.authtoken",
    "django_filters",
    "drf_spectacular",
    "django_htmx",
    "csp",
    "whitenoise.runserver_nostatic",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.static_files.StaticFiles",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "clubs.readers.Accounts",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

AUTH_USER_MODEL = "clubs.User"
SESSION_ENGINE = "clubs.sessions"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_REAUTHENTICATION_METHODS = [
    "password",
    "mfa",
]  # no codes by mail: not every site mails
ACCOUNT_ADAPTER = "config.account_adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "config.account_forms.LoginForm",
    "change_password": "config.account_forms.ChangePasswordForm",
    "reset_password_from_key": "config.account_forms.ResetPasswordKeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Eldest Hand"
MFA_TOTP_TOLERANCE = 1  # the code before and the one after: phones go wrong by seconds, and typing takes some
MFA_ALLOW_UNVERIFIED_EMAIL = True  # a site without a mail server verifies none

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

SQLITE_OPTIONS: dict[str, Any] = {
    # select_for_update does nothing on SQLite: every writing transaction takes the write lock at its start.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
}

ENGINES = {"django.db.backends.sqlite3", "django.db.backends.postgresql"}


def database(url: str) -> dict[str, Any]:
    """Connection settings for a database address, with what each engine needs to be correct here."""
    try:
        parsed: dict[str, Any] = dict(dj_database_url.parse(url))
    except ValueError:
        parsed = {"ENGINE": ""}
    if parsed["ENGINE"] not in ENGINES:
        raise ImproperlyConfigured(
            "DATABASE_URL names no database this site can use: write postgres://user:password@host:5432/name."
        )
    parsed["ATOMIC_REQUESTS"] = False
    if parsed["ENGINE"].endswith("sqlite3"):
        parsed["ENGINE"] = "config.sqlite"  # Django's own, with a queue for its writers
        parsed["OPTIONS"] = {**SQLITE_OPTIONS, **parsed.get("OPTIONS", {})}
    else:
        # A pool excludes CONN_MAX_AGE; persistent connections per thread exhaust PostgreSQL under ASGI.
        parsed["CONN_MAX_AGE"] = 0
        parsed["OPTIONS"] = {
            **parsed.get("OPTIONS", {}),
            "pool": {"min_size": 1, "max_size": 8, "timeout": 10},
        }
        if os.environ.get("DATABASE_PREPARES", "1") == "1":
            # The server plans a statement once per connection: planning each anew was two thirds of its work.
            parsed["OPTIONS"] |= {"server_side_binding": True, "prepare_threshold": 3}
    return parsed


# What phones are to open, for QR codes: "http://192.168.1.20:8000/". Empty = the address of the request.
PUBLIC_ADDRESS = os.environ.get("PUBLIC_ADDRESS", "")

REDIS_URL = os.environ.get("REDIS_URL", "")

# How many acts in how many seconds, per account or per address of whoever is not signed in (`clubs.limits`).
# LIMITS="claims=5/3600 uploads=80/60" changes some. Sign-in and sign-up have allauth's: ACCOUNT_RATE_LIMITS.
LIMITS = limits_with(
    os.environ.get("LIMITS", ""),
    {
        "api_writes": (600, 60),
        "claims": (10, 3600),
        "deletions": (10, 3600),
        "downloads": (20, 3600),
        "invitations": (60, 3600),
        "link_acts": (300, 60),
        "link_guesses": (20, 60),
        "new_clubs": (20, 3600),
        "new_tables": (60, 3600),
        "registrations": (60, 3600),
        "uploads": (60, 60),
    },
)

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("nb", _("Norwegian")),
    ("da", _("Danish")),
    ("de", _("German")),
    ("is", _("Icelandic")),
    ("af", _("Afrikaans")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["config.formats"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = BASE_DIR / "static-collected"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_storage.SlimStaticFiles"},
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["config.answers.AnswerRenderer"],
    "DEFAULT_PARSER_CLASSES": ["clubs.json_bodies.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.CursorPagination",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    # The first one names what an answer 401 asks for; a session needs the CSRF token with every change.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "config.api_tokens.ApiTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "PAGE_SIZE": 100,
    "COERCE_DECIMAL_TO_STRING": True,
    "DEFAULT_THROTTLE_CLASSES": ["config.throttling.WritesThrottle"],
    "EXCEPTION_HANDLER": "config.problems.problem_response",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Eldest Hand",
    "DESCRIPTION": "Clubs, tournaments, games, standings and ratings of the Oh Hell family.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "VisibilityEnum": "clubs.models.Visibility",
        "SeatingWishKindEnum": "tournaments.models.draws.SeatingWish.Kind",
        "MembershipKindEnum": "clubs.models.Membership.Kind",
        "RoleKindEnum": "clubs.models.Role.Kind",
        "OfficialKindEnum": "tournaments.models.Official.Kind",
        "DeciderKindEnum": "tournaments.models.cuts.Decider.Kind",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.api_schema.add_problems",
    ],
}

# Limits count here. Room enough that a flood of other entries does not push a count out at once.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 2000},
    }
}

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 600
CELERY_TASK_SOFT_TIME_LIMIT = 540
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_PUBLISH_RETRY = False
# A hung broker holds a publish for the socket timeout (0.2 s measured; 7.5 s with kombu's own retries), and
# a saved sheet waits as long: ask once, then leave it to the sweep (`clubs.jobs`).
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {"socket_timeout": 0.2, "socket_connect_timeout": 0.2, "max_retries": 0, "visibility_timeout": 3600}
    if REDIS_URL
    else {"polling_interval": 0.05}
)
SWEEP_SECONDS = 5
# Sweeps nobody took for a minute are dropped: after an outage one is enough.
_SWEEP: dict[str, Any] = {"schedule": SWEEP_SECONDS, "options": {"expires": 60}}
CELERY_BEAT_SCHEDULE = {
    "sweep-standings": {"task": "tournaments.tasks.sweep", **_SWEEP},
    "sweep-ratings": {"task": "ratings.tasks.sweep", **_SWEEP},
    # Turn clocks of hosted tables run out to the second.
    "sweep-tables": {"task": "games.tasks.sweep", "schedule": 1.0, "options": {"expires": 10}},
    # Boards forget who did not play for a year, old epochs go, every ladder is compared with its facts.
    "nightly-photos": {"task": "tournaments.tasks.forget_photos", "schedule": crontab(hour=3, minute=20)},
    "nightly-ratings": {"task": "ratings.tasks.nightly", "schedule": crontab(hour=3, minute=40)},
}
