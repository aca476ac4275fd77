# Eldest Hand. Python 3.11 (with venv) and make are enough for `make run` and `make test`.

PYTHON := .venv/bin/python
PYTEST := $(PYTHON) -m pytest
WORKERS ?= auto

.DEFAULT_GOAL := help
.PHONY: help venv venv-run venv-dev venv-bench run test check test-services test-browser bench demo screenshots lock

# Any Python 3 may start the bootstrap; it looks for one that is new enough and says what is missing.
define bootstrap
@for python in python3.11 python3.12 python3.13 python3; do \
	if "$$python" -c "" 2>/dev/null; then exec "$$python" config/bootstrap.py $(1); fi; \
done; echo "Python 3.11 or newer is needed, found none: install python3.11 and its venv module" \
	"(Debian, Ubuntu: apt install python3.11-venv), then run this again." >&2; exit 1
endef

help:
	@echo "make run             the site on http://127.0.0.1:8000/ (HOST, PORT, DATABASE_URL, REDIS_URL)"
	@echo "make test            the tests; needs no service"
	@echo "make check           lint, types, floors, templates, migrations, translations, docker"
	@echo "make demo            one whole evening in the terminal"
	@echo "make test-services   the tests on PostgreSQL and Redis, with real workers"
	@echo "make test-browser    the tests that drive Chromium"
	@echo "make bench           the figures this project is judged by"
	@echo "make screenshots     pictures of every page, into screenshots/"
	@echo "make venv            only the environment .venv"
	@echo "make lock            the requirement files again, from pyproject.toml"

venv: venv-dev

venv-run:
	$(call bootstrap,run)

venv-dev:
	$(call bootstrap,dev)

venv-bench:
	$(call bootstrap,bench)

run: venv-run
	@$(PYTHON) manage.py serve

demo: venv-run
	@$(PYTHON) -m config.demo $(if $(JSON),--json)

test: venv-dev
	@$(PYTEST) -n $(WORKERS)

check: venv-dev
	@$(PYTHON) -m config.checking

test-services: venv-dev
	@$(PYTHON) -m tests.services.run

test-browser: venv-dev
	@DJANGO_ALLOW_ASYNC_UNSAFE=1 $(PYTEST) -m browser -n $(WORKERS) --dist loadfile --no-loadscope-reorder

bench: venv-bench
	@$(PYTHON) -m tests.bench $(BENCH)

screenshots: venv-dev
	@DJANGO_ALLOW_ASYNC_UNSAFE=1 $(PYTHON) -m tests.browser.screenshots

# The locks carry no address of a registry and no path. `--upgrade` goes into LOCK_ARGS.
COMPILE = CUSTOM_COMPILE_COMMAND="make lock" $(PYTHON) -m piptools compile --quiet --generate-hashes --strip-extras \
	--no-emit-index-url --no-emit-find-links $(LOCK_ARGS)

lock: venv-dev
	$(COMPILE) --output-file=requirements.txt pyproject.toml
	$(COMPILE) --extra dev --constraint requirements.txt --allow-unsafe --output-file=requirements-dev.txt pyproject.toml
	$(COMPILE) --constraint requirements-dev.txt --output-file=requirements-bench.txt requirements-bench.in
