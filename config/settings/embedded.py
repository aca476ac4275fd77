"""`make run`: one process on one machine, no service needed, nothing to configure."""

import os

from django.core.management.utils import get_random_secret_key

from config.serving.address import address_for_phones
from config.settings.base import *  # noqa: F403
from config.settings.base import VAR_DIR, database


def _kept_secret() -> str:
    """The secret of this installation, made once. Its file is readable by its owner only."""
    path = VAR_DIR / "secret-key"
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    with os.fdopen(handle, "w", encoding="ascii") as file:
        secret = get_random_secret_key()
        file.write(secret)
    return secret


SECRET_KEY = os.environ.get("SECRET_KEY") or _kept_secret()
# The laptop's address in the club's network is not known beforehand; what is served is public to it.
ALLOWED_HOSTS = ["*"]
DATABASES = {
    "default": database(os.environ.get("DATABASE_URL") or f"sqlite:///{VAR_DIR / 'eldest-hand.sqlite3'}")
}
if DATABASES["default"]["ENGINE"] == "config.sqlite":
    # The threads of `config.serving.threads` stay, and so may their connections: opening one reads the whole schema.
    DATABASES["default"]["CONN_MAX_AGE"] = None
# With HOST=0.0.0.0 the director's own browser may say 127.0.0.1, which is no address for a phone.
PUBLIC_ADDRESS = os.environ.get("PUBLIC_ADDRESS") or address_for_phones(os.environ)
STATIC_ROOT = VAR_DIR / "static"
MEDIA_ROOT = VAR_DIR / "media"
# A browser offers passkeys on plain http only where it runs on the same machine; that is judged there.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
ACCOUNT_EMAIL_VERIFICATION = "none"  # nobody would read the message
# Without DEBUG Django would only mail its errors; here the person in front of the terminal should see them.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"django.request": {"level": "ERROR"}},  # a wrong address is the reader's, not the organiser's
}
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
