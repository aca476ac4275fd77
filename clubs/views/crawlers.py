"""What machines that follow every link may leave alone."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Accounts, the administration and the stream hold nothing to be found. Nothing hidden is named here."""
    closed = ("/accounts/", reverse("admin:index"), reverse("live_stream"))
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in closed)]
    lines.append(f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
