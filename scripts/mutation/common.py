"""What all modules need: where the repository is, how commands are run and files written."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FIGURES = ROOT / "build" / "mutants"


class Failure(Exception):
    """What ends the program with code 2."""


def run(command, **options):
    """Runs a command to its end; what it prints on both streams is in `stdout`."""
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)


def write(path, text):
    """Writes a file so that nobody ever sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(path.suffix + ".tmp")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)


def files_of_checkout(root=ROOT):
    """The files of the checkout by their names from its root: tracked ones, and new ones not ignored."""
    listing = run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root)
    return sorted({name for name in listing.stdout.split("\0") if name and (root / name).is_file()})
