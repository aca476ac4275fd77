from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        from clubs.live import register
        from games.services.hosting.directing import ask_also
        from games.services.hosting.neighbours import ask_for_people
        from tournaments import receivers
        from tournaments.querysets import version_for
        from tournaments.services.hosting import directs, people_at
        from tournaments.services.results import typed_version

        receivers.connect()
        register("tournament", version_for)
        register("sheet", typed_version)
        ask_also(directs)
        ask_for_people(people_at)
