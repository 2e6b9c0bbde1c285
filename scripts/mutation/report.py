"""The kill matrix, mutant x suite: as text, JSON and Markdown. `entries` are those of the catalogue, `rows`
what was found by mutant, `names` the suites in the order of their columns."""

import json

from mutation.systematic import PROGRAMS


def killers_of(row):
    """The suites that killed a mutant."""
    return [name for name, kill in row["kills"].items() if kill["by"]]


def shortfalls(entries, rows):
    """Why a mutant is not killed as it must be, one line each: by the suite that must, and by systematic testing,
    of those that were run, unless the manifest says why not."""
    return [text for entry in entries if entry["id"] in rows and entry["killed_by"]
            for text in shortfalls_of(entry, rows[entry["id"]])]


def shortfalls_of(entry, row):
    killers = killers_of(row)
    if entry["killed_by"] in row["kills"] and entry["killed_by"] not in killers and not entry.get("survives"):
        yield f"{entry['id']}: the suite that must kill it does not"
    programs = [name for name in row["kills"] if name in PROGRAMS]
    if programs and not set(programs) & set(killers) and not entry.get("beyond_systematic"):
        yield f"{entry['id']}: systematic testing does not find it"


def summary(rows, entries=()):
    """Equivalent mutants are no bugs, and are counted apart."""
    equivalent = {entry["id"] for entry in entries if entry.get("equivalent")}
    real = [row for name, row in rows.items() if name not in equivalent]
    text = f"{sum(1 for row in real if killers_of(row))} of {len(real)} mutants killed"
    alive = [name for name in rows if name in equivalent and not killers_of(rows[name])]
    killed = sorted(name for name in rows if name in equivalent and killers_of(rows[name]))
    text += f"; {len(alive)} others are equivalent" if alive else ""
    return text + (f"; said to be equivalent, and killed: {', '.join(killed)}" if killed else "")


def survival(entry):
    """Why the suites let a mutant live, as the manifest or the patch explains it."""
    if entry.get("equivalent"):
        return "equivalent: " + entry["equivalent"]
    if not entry["killed_by"] and "survives" not in entry:
        return "survives"
    return "survives: " + entry.get("survives", "NOT EXPLAINED")


def first_kill(entry, row):
    """The kill to show: by the suite that must, else the fastest."""
    kills = {name: kill for name, kill in row["kills"].items() if kill["by"]}
    if entry["killed_by"] in kills:
        return kills[entry["killed_by"]]
    return min(kills.values(), key=lambda kill: kill["seconds"], default=None)


def marks(entry, row, names):
    """A cell a suite: x killed, . passed, - not run; capital for the suite that must kill."""
    for name in names:
        mark = "-" if name not in row["kills"] else "x" if row["kills"][name]["by"] else "."
        yield mark.upper() if name == entry["killed_by"] else mark


def matrix(entries, rows, names):
    """The lines of the matrix as lists of cells, the heading first."""
    yield ["mutant", "class", "breaks", *names, "first failing case", "s"]
    for entry in entries:
        row = rows.get(entry["id"])
        if row is None:
            continue
        kill = first_kill(entry, row)
        yield [entry["id"], entry["class"], entry["breaks"], *marks(entry, row, names),
               kill["by"] if kill else survival(entry), f"{kill['seconds']:.2f}" if kill else ""]


def as_text(entries, rows, names):
    lines = list(matrix(entries, rows, names))
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    text = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines]
    return "\n".join([*text, summary(rows, entries)]) + "\n"


def as_json(entries, rows, names, errors=None):
    """With `errors`, those that have no row, too."""
    mutants = [{**entry, **rows[entry["id"]]} for entry in entries if entry["id"] in rows]
    failed = {"errors": [{"id": name, "message": errors[name]} for name in sorted(errors)]} if errors else {}
    return json.dumps({"suites": names, "mutants": mutants, **failed}, indent=2) + "\n"


def markdown_table(lines):
    """Lines of cells, the heading first, as a table in Markdown."""
    heading, *others = lines
    yield "| " + " | ".join(heading) + " |"
    yield "|" + " --- |" * len(heading)
    for line in others:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |"


def as_markdown(entries, rows, names):
    return "\n".join(["# The kill matrix", "",
                      "`X`: killed by the suite that must; `x`: by another one; `.`: passes; `-`: was not run",
                      "(`--must`; TSan runs only what must kill).", "", summary(rows, entries) + ".", "",
                      *markdown_table(matrix(entries, rows, names))]) + "\n"
