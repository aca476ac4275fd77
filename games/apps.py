from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from clubs.live import register
        from games.services.hosting.reading import table_version

        register("hosted", table_version)
