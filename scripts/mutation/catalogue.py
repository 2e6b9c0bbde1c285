"""The mutants: tests/mutants/manifest.json says what each is, tests/mutants/ID.patch does it."""

import json
import os
import re
from pathlib import Path

from mutation.common import ROOT, Failure, run

PATCHES = ROOT / "tests" / "mutants"
FIELDS = ("id", "file", "class", "effect", "killed_by", "breaks", "reference")
OPTIONAL = ("preset", "survives", "beyond_systematic")
BREAKS = ("safety", "liveness", "both")


def load(patches=PATCHES):
    """The entries of the manifest in its order, each with a patch; a Failure names what is wrong."""
    path = patches / "manifest.json"
    try:
        catalogue = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise Failure(f"{path}:{error.lineno}:{error.colno}: {error.msg}") from error
    seen = set()
    for entry in catalogue:
        check_entry(path, entry, seen)
        seen.add(entry["id"])
    for patch in sorted(patches.glob("*.patch")):
        if patch.stem not in seen:
            raise Failure(f"{patch} is not in the manifest")
    return catalogue


def check_entry(path, entry, seen):
    name = entry.get("id", "an entry without id")
    missing = [field for field in FIELDS if not entry.get(field)]
    unknown = [field for field in entry if field not in FIELDS + OPTIONAL]
    if missing or unknown:
        raise Failure(f"{path}: {name}: missing {missing}, unknown {unknown}")
    if name in seen:
        raise Failure(f"{path}: {name} is there twice")
    if entry["breaks"] not in BREAKS:
        raise Failure(f"{path}: {name}: breaks is one of {', '.join(BREAKS)}, not {entry['breaks']!r}")
    patch = patch_of(entry, path.parent)
    if not patch.exists():
        raise Failure(f"{path}: {name} has no patch {patch.name}")


def select(catalogue, only=None, kind=None):
    """The entries of these ids ("a,b") and this class; None means all."""
    ids = [entry["id"] for entry in catalogue]
    wanted = only.split(",") if only else ids
    unknown = [name for name in wanted if name not in ids]
    if unknown:
        raise Failure(f"no mutant {', '.join(unknown)}; scripts/mutants --list shows them")
    chosen = [entry for entry in catalogue if entry["id"] in wanted and kind in (None, entry["class"])]
    if not chosen:
        raise Failure(f"no mutant of class {kind}; scripts/mutants --list shows them")
    return chosen


def preset_of(entry):
    """The build that a mutant shows itself in."""
    return entry.get("preset", "release")


def patch_of(entry, patches=PATCHES):
    return Path(entry["patch"]) if "patch" in entry else patches / f"{entry['id']}.patch"


def change_of(entry, patches=PATCHES):
    """The patch from its first file on: words about a mutant, which may stand above, do not change what finds it."""
    patch = patch_of(entry, patches).read_bytes()
    first = re.search(rb"^(--- |diff )", patch, re.M)
    return patch[first.start():] if first else patch


def apply(entry, tree, *flags):
    """Has git apply the patch to a tree, or with --check say whether it would."""
    # The copies are no repositories of their own, and not to be taken for a part of this one.
    environment = dict(os.environ, GIT_CEILING_DIRECTORIES=str(Path(tree).parent))
    patch = patch_of(entry)
    result = run(["git", "apply", "--whitespace=nowarn", *flags, str(patch)], cwd=tree, env=environment)
    if result.returncode != 0:
        raise Failure(f"{patch.name} does not apply: {result.stdout.strip()}")


def check(catalogue):
    """Every patch applies to the checkout and changes the file that its entry names."""
    for entry in catalogue:
        files = re.findall(r"^\+\+\+ b/(\S+)", patch_of(entry).read_text(encoding="utf-8"), re.M)
        if entry["file"] not in files:
            raise Failure(f"{entry['id']}: the patch changes {files}, not {entry['file']}")
        apply(entry, ROOT, "--check")
