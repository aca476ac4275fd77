"""Makes `.venv` with the locked packages: `python3 config/bootstrap.py run|dev|bench`.

Standard library only, and parsed by any Python 3: what is too old must be able to say so. Does nothing when
the environment already holds what the lock file says.
"""

import hashlib
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, "bin", "python")
LOG = os.path.join(VENV, "install.log")
OLDEST = (3, 11)
# 3.11 first: the locks are made with it. `python3` may be anything.
CANDIDATES = ("python3.11", "python3.12", "python3.13", "python3", sys.executable)
LOCKS = {
    "run": ("requirements.txt",),
    "dev": ("requirements.txt", "requirements-dev.txt"),
    "bench": ("requirements.txt", "requirements-bench.txt"),
}


class Refusal(Exception):
    """What is missing and what to do, in one line."""


def main(arguments: "list[str]") -> int:
    if len(arguments) != 1 or arguments[0] not in LOCKS:
        sys.stderr.write("Say which packages: config/bootstrap.py run, dev or bench.\n")
        return 2
    try:
        prepare(arguments[0])
    except Refusal as refusal:
        sys.stderr.write("%s\n" % refusal)
        return 1
    return 0


def prepare(kind: str) -> None:
    """Bring `.venv` to what the lock files of `kind` say."""
    wanted = signature(kind)
    if stamped(kind) == wanted and answers(PYTHON):
        return
    if not environment_usable():
        make_environment(usable_python())
    install(kind)
    for name in LOCKS:
        if set(LOCKS[name]) <= set(LOCKS[kind]):  # what was installed includes the smaller sets
            with open(stamp(name), "w") as file:
                file.write(signature(name))


def signature(kind: str) -> str:
    """Names the lock files' content and this folder: a moved checkout has scripts with a wrong first line."""
    digest = hashlib.sha256(ROOT.encode())
    for name in LOCKS[kind]:
        try:
            with open(os.path.join(ROOT, name), "rb") as file:
                digest.update(file.read())
        except OSError as error:
            raise Refusal(
                "Cannot read %s (%s): this checkout is not complete." % (name, error.strerror)
            ) from None
    return digest.hexdigest()


def stamp(kind: str) -> str:
    return os.path.join(VENV, "installed-" + kind)


def stamped(kind: str) -> str:
    try:
        with open(stamp(kind)) as file:
            return file.read()
    except OSError:
        return ""


def usable_python() -> str:
    """The first Python on this machine that is new enough and can make environments."""
    versions = []  # type: list[tuple[int, int]]
    for candidate in CANDIDATES:
        found = version(candidate)
        if found is None:
            continue
        versions.append(found)
        if found >= OLDEST and answers(candidate, "import ensurepip, venv"):
            return candidate
    if versions and max(versions) >= OLDEST:
        raise Refusal(
            "This Python cannot make environments: install its venv module "
            "(Debian, Ubuntu: apt install python%d.%d-venv), then run this again." % max(versions)
        )
    raise Refusal(
        "Python 3.11 or newer is needed, found %s: install python3.11 and its venv module "
        "(Debian, Ubuntu: apt install python3.11-venv), then run this again."
        % (", ".join("%d.%d" % found for found in sorted(set(versions))) or "none")
    )


def version(python: str) -> "tuple[int, int] | None":
    """Major and minor of the interpreter called `python`, or None where it does not run."""
    try:
        text = subprocess.check_output(
            [python, "-c", "import sys; print('%d %d' % sys.version_info[:2])"], stderr=subprocess.DEVNULL
        )
        major, minor = text.split()
        return int(major), int(minor)
    except (OSError, subprocess.CalledProcessError, ValueError):
        return None


def answers(python: str, code: str = "pass") -> bool:
    try:
        return (
            subprocess.call([python, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
        )
    except OSError:
        return False


def environment_usable() -> bool:
    """Whether `.venv` is whole, new enough and made in this folder."""
    found = version(PYTHON)
    if found is None or found < OLDEST or not answers(PYTHON, "import pip"):
        return False
    try:
        with open(os.path.join(VENV, "bin", "activate")) as file:
            return VENV in file.read()
    except OSError:
        return False


def make_environment(python: str) -> None:
    sys.stdout.write("Making .venv with %s ...\n" % python)
    sys.stdout.flush()
    if os.path.islink(VENV):  # the folder it leads to is another checkout's and stays as it is
        os.unlink(VENV)
    made = subprocess.Popen(
        [python, "-m", "venv", "--clear", VENV], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    output = made.communicate()[0].decode("utf-8", "replace")
    if made.returncode != 0:
        raise Refusal(
            "The environment .venv could not be made (%s): mend that, then run this again."
            % last_line(output)
        )


def install(kind: str) -> None:
    """Install the lock file of `kind`; every package is checked against its hash."""
    names = LOCKS[kind] if kind != "dev" else LOCKS[kind][-1:]  # the lock of dev holds that of run
    for name in names:
        sys.stdout.write("Installing the packages of %s ...\n" % name)
        sys.stdout.flush()
        command = [PYTHON, "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
        command += ["--require-hashes", "-r", os.path.join(ROOT, name)]
        with open(LOG, "wb") as log:
            failed = subprocess.call(command, stdout=log, stderr=subprocess.STDOUT)
        if failed:
            with open(LOG, "rb") as log:
                output = log.read().decode("utf-8", "replace")
            raise Refusal(
                "The packages of %s were not installed (%s): check the network, then run this again; "
                "all of pip's words are in .venv/install.log." % (name, last_line(output))
            )


def last_line(output: str) -> str:
    """The line that tells most: pip's and venv's last error, else the last line at all."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()]
    return (errors or lines or ["no output"])[-1]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
