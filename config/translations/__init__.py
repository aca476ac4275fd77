"""The words of the site in other languages: found in the sources, kept in .po files, compiled without gettext tools."""
