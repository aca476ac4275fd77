"""News inside the tournaments floor."""

from django.dispatch import Signal

marked = (
    Signal()
)  # derived rows of `scope` are older than their facts; sent inside the transaction of the fact
