"""The whole site in one file, made while it is in use, and put into an empty site again (`docs/decisions/0017`)."""
