"""Words of the packages we use, for the languages those packages do not speak.

allauth has no Icelandic and no Afrikaans; naming its texts here takes them into our own catalogs, which are asked
first.
"""

from django.utils.translation import gettext_noop, pgettext_lazy

ACCOUNT_FIELDS = (
    pgettext_lazy("field label", "Login"),
    gettext_noop("Username"),
    gettext_noop("Username or email"),
    gettext_noop("Email"),
    gettext_noop("Email address"),
    gettext_noop("Password"),
    gettext_noop("Password (again)"),
    gettext_noop("Forgot your password?"),
)
ACCOUNT_ERRORS = (
    gettext_noop("The username and/or password you specified are not correct."),
    gettext_noop("The email address and/or password you specified are not correct."),
    gettext_noop("Too many failed login attempts. Try again later."),
    gettext_noop("You must type the same password each time."),
    gettext_noop("This account is currently inactive."),
    gettext_noop("A user is already registered with this email address."),
    gettext_noop("Please type your current password."),
    gettext_noop("Incorrect password."),
    gettext_noop("Be patient, you are sending too many requests."),
)
SECOND_FACTOR = (
    gettext_noop("Authenticator code"),
    gettext_noop("Code"),
    gettext_noop("Name"),
    gettext_noop("Passwordless"),
    gettext_noop(
        "Enabling passwordless operation allows you to sign in using just this key, "
        "but imposes additional requirements such as biometrics or PIN protection."
    ),
    gettext_noop("Incorrect code."),
    gettext_noop("Master key"),
    gettext_noop("Backup key"),
    gettext_noop("Key nr. {number}"),
    gettext_noop("Use your password"),
    gettext_noop("Use authenticator app or code"),
    gettext_noop("Use a security key"),
    gettext_noop("Enter your password:"),
    gettext_noop("Enter an authenticator code:"),
)
ACCOUNT_PAGES = (
    gettext_noop("Remove"),
    gettext_noop("Confirm"),
    gettext_noop("Your password is now changed."),
)
