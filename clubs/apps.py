from django.apps import AppConfig
from django.db.backends.signals import connection_created
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    name = "clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        from clubs.folding import know_folding
        from clubs.receivers import connect

        connect()
        connection_created.connect(know_folding, dispatch_uid="clubs.folding")
