"""Every address of the site."""

from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from rest_framework.authtoken.models import TokenProxy

from config.account_admin import SecondFactorAdmin

admin.site.unregister(Authenticator)
admin.site.register(Authenticator, SecondFactorAdmin)
admin.site.unregister(TokenProxy)  # whoever reads a token acts as its user; `manage.py api_token` makes them
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # one sign-in, its limits

handler404 = "config.problems.missing_page"
handler429 = "clubs.limits.handler429"  # allauth asks for it

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("games.urls")),  # first: a card table asks for its page after every act
    path("", include("tournaments.urls")),
    path("", include("ratings.urls")),
    path("", include("clubs.urls")),
    path("api/", include("config.api")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]
