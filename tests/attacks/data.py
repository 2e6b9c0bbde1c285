"""Attacks that are written down: data/CLASS.toml, read into `Attack`s.

A file has [defaults], and a list of [[attack]] with the fields of `Attack`. Contents of files are a
text, or a table that says how the file is made:

  { copy = "models/x.lua" }                            a file of the project
  { head = "x = ", unit = "(", times = 200, tail = "" }  text that repeats
  { open = "(", close = ")", depth = 200, middle = "1", head = "", tail = "" }   nesting
  { hex = "00ff" }                                     bytes
  { link = "/dev/zero" }, { fifo = true }, { folder = true }

`each` gives a list of values; the attack is there once for each, with @ in its command and texts
replaced, and in its name by the number and letters of the value.
"""

import re
import shlex
import tomllib

from attacks.attack import ENDS, ROOT, Attack, File, binary, text

FOLDER = ROOT / "tests" / "attacks" / "data"
_FIELDS = {"ends", "says", "never", "place", "several", "outputs", "seconds", "memory", "runs", "compare", "stdin", "stdout",
           "stderr", "ulimit", "signal", "gate"}


class BadData(Exception):
    """An attack that makes no sense; the message says which and why."""


def read_all(folder=FOLDER):
    attacks = []
    for path in sorted(folder.glob("*.toml")):
        attacks += read(path)
    return attacks


def read(path):
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{path.name}: {error}") from None
    shared = document.get("defaults", {})
    attacks = []
    for entry in document.get("attack", []):
        for number, value in enumerate(entry.get("each", [None])):
            whole = {**shared, **entry}
            name = whole.get("name", "?").replace("@", f"{number}-{slug(value)}".strip("-"))
            attacks.append(_attack(path.stem, _replaced({**whole, "name": name}, value)))
    return attacks


def slug(value):
    """What can stand in a name that is typed and matched by patterns."""
    return re.sub(r"[^a-zA-Z0-9_.]+", "-", str(value)).strip("-")[:30].strip("-")


def _replaced(entry, value):
    entry = {key: what for key, what in entry.items() if key != "each"}
    return entry if value is None else _substitute(entry, value)


def _substitute(what, value):
    if isinstance(what, str):
        return what.replace("@", str(value))
    if isinstance(what, dict):
        return {_substitute(key, value): _substitute(content, value) for key, content in what.items()}
    if isinstance(what, list):
        return [_substitute(item, value) for item in what]
    return what


def _attack(group, entry):
    name = entry.get("name", "?")
    unknown = set(entry) - _FIELDS - {"name", "command", "files"}
    if unknown:
        raise BadData(f"{group}/{name}: unknown {', '.join(sorted(unknown))}")
    ends = entry.get("ends", "refused")
    ends = tuple(ends.split()) if isinstance(ends, str) else tuple(ends)
    if not ends or any(end not in ENDS for end in ends):
        raise BadData(f"{group}/{name}: ends are {', '.join(ENDS)}, not {ends}")
    rest = {key: entry[key] for key in _FIELDS & set(entry)} | {"ends": ends}
    if "outputs" in rest:
        rest["outputs"] = tuple(rest["outputs"])
    files = {path: make_file(content) for path, content in entry.get("files", {}).items()}
    return Attack(name=f"{group}/{name}", command=tuple(shlex.split(entry["command"])), files=files, **rest)


def make_file(content):
    if isinstance(content, str):
        return text(content)
    head, tail = content.get("head", ""), content.get("tail", "")
    if "copy" in content:
        return File((ROOT / content["copy"]).read_bytes)
    if "unit" in content:
        return File(lambda: (head + content["unit"] * int(content["times"]) + tail).encode())
    if "open" in content:
        return File(lambda: nested(int(content["depth"]), content["open"], content.get("middle", ""),
                                   content.get("close", ""), head, tail).encode())
    if "hex" in content:
        return binary(bytes.fromhex(content["hex"]))
    for kind in ("link", "fifo", "folder"):
        if kind in content:
            return File(lambda: str(content[kind]).encode(), kind)
    raise BadData(f"a file that is {content}")


def nested(depth, open_, middle, close, head="", tail=""):
    return head + open_ * depth + middle + close * depth + tail
