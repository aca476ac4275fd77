"""What the person at the command line can mend."""


class BackupRefused(Exception):
    """Why nothing was written, and what to do. A plain sentence."""
