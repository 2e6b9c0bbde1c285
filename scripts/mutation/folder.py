"""A folder of patches that no manifest speaks of: bugs that the authors of the suites have not seen.

What a patch does may stand above its first `---` line, one `name: value` a line; git ignores it:
  effect      in words: what it changes
  class       a word to select it by
  preset      the build that it shows itself in: release, if nothing is said, dev or tsan
  equivalent  why no test can tell it from the original
  survives    what nobody has thought of yet, when nothing kills it
"""

import re
from pathlib import Path

from mutation.common import Failure

HEADER = re.compile(r"(effect|class|preset|equivalent|survives): *(\S.*)")
PRESETS = ("release", "dev", "tsan")


def load_folder(folder):
    """An entry for each patch of a folder, in the order of their names."""
    folder = Path(folder).resolve()
    patches = sorted(folder.glob("*.patch"))
    if not patches:
        raise Failure(f"{folder}: no *.patch is there" if folder.is_dir() else f"{folder} is no folder")
    return [entry_of(patch) for patch in patches]


def entry_of(patch):
    text = patch.read_text(encoding="utf-8", errors="replace")
    files = re.findall(r"^\+\+\+ (?:b/)?(\S+)", text, re.M)
    entry = {"id": patch.stem, "patch": str(patch), "file": ", ".join(files), "class": "unseen",
             "effect": f"changes {', '.join(files) or 'nothing'}", "killed_by": "", "breaks": "",
             **header_of(text)}
    if entry.get("preset", "release") not in PRESETS:
        raise Failure(f"{patch}: preset is one of {', '.join(PRESETS)}, not {entry['preset']!r}")
    return entry


def header_of(text):
    header = {}
    for line in text.splitlines():
        if line.startswith(("--- ", "diff ")):
            break
        found = HEADER.fullmatch(line.rstrip())
        if found:
            header[found.group(1)] = found.group(2)
    return header
