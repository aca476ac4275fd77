"""Every address of the site."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from rest_framework.authtoken.models import TokenProxy

admin.site.unregister(TokenProxy)  # whoever reads a token acts as its user; `manage.py api_token` makes them

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tournaments.urls")),
    path("", include("ratings.urls")),
    path("", include("games.urls")),
    path("", include("clubs.urls")),
    path("api/", include("config.api")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]
