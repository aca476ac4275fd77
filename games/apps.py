from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from clubs.facts import blotted
        from clubs.live import register
        from games.models import GameEvent, SheetRevision
        from games.services.hosting.blotting import renew_state
        from games.services.hosting.reading import table_version
        from games.services.sheets import renew_digest

        register("hosted", table_version)
        blotted.connect(renew_digest, sender=SheetRevision, dispatch_uid="games.sheets")
        blotted.connect(renew_state, sender=GameEvent, dispatch_uid="games.tables")
