"""docs/mutants.md: what each mutant changes and what kills it, and what each suite is good for. The page has two
parts, of the catalogue and of the sampled mutants; a campaign writes one and leaves the other."""

from mutation.report import killers_of, markdown_table, summary, survival
from mutation.systematic import PROGRAMS

FEW = 3  # so many suites are named one by one

HEAD = """# The bug catalogue

Made by `scripts/mutants --update-docs`; not to be edited by hand. Each mutant is one patch of
[tests/mutants](../tests/mutants) to the quorum calls or to Paxos. The suites are those that
`scripts/generate-paxos-suites` generates from the models: none of them knows a mutant. The suite that must
kill a mutant is in bold. Systematic testing runs the same code under one scheduler (`paxos_systematic`,
`quorum_systematic`, and with all threads `paxos_threads_systematic`, `quorum_threads_systematic`); what it
tells is the monitor that objected, the schedules and the seconds until then, and the choices of the shortest
schedule that fails in the same way.
`scripts/mutants --both` writes the whole matrix, mutant x suite, with the first case that fails, to
`build/mutants/matrix.md`.
"""

SAMPLED = "# Sampled mutants\n"

SAMPLED_HEAD = SAMPLED + """
Made by `scripts/mutants --catalogue tests/mutation --both --update-docs`. Nobody chose these:
`scripts/mutate` drew them by seed from all that its operators make of the sources
([tests/mutation](../tests/mutation) says how).
"""

WITH_TSAN = """
Of mutants that only ThreadSanitizer can see, only the suite that must kill them runs: it takes a hundred times
as long.
"""


def with_catalogue(before, entries, rows, names):
    """The page `before` with the figures of tests/mutants."""
    _, mark, sampled = before.partition(SAMPLED)
    return catalogue_part(entries, rows, names) + ("\n" + mark + sampled if mark else "")


def with_sampled(before, entries, rows, names):
    """The page `before` with the figures of tests/mutation."""
    catalogue = before.partition(SAMPLED)[0].rstrip("\n")
    return (catalogue + "\n\n" if catalogue else "") + sampled_part(entries, rows, names)


def catalogue_part(entries, rows, names):
    parts = [HEAD, *counts(entries, rows), "", "## Mutants", "",
             *markdown_table(mutant_lines(entries, rows, "../tests/mutants"))]
    if any(entry.get("preset") == "tsan" for entry in entries):
        parts.append(WITH_TSAN.rstrip())
    parts += ["", "## Suites", "", *markdown_table(suite_lines(entries, rows, suites_in(names)))]
    parts += ["", "## Where they come from", ""]
    parts += reference_lines(entries)
    return "\n".join(parts) + "\n"


def sampled_part(entries, rows, names):
    return "\n".join([SAMPLED_HEAD, *counts(entries, rows), "",
                      *markdown_table(mutant_lines(entries, rows, "../tests/mutation"))]) + "\n"


def suites_in(names):
    return [name for name in names if name not in PROGRAMS]


def counts(entries, rows):
    """How many die, and by which of the two ways."""
    real = [row for entry in entries if not entry.get("equivalent") for row in [rows[entry["id"]]]]
    suites = sum(1 for row in real if suites_in(killers_of(row)))
    systematic = sum(1 for row in real if kill_by_programs(row))
    yield f"{summary(rows, entries)}: {suites} by the suites, {systematic} by systematic testing."


def mutant_lines(entries, rows, folder):
    yield ["mutant", "what it changes", "class", "breaks", "killed by", "systematic testing"]
    for entry in entries:
        row = rows[entry["id"]]
        where = "" if entry["file"] in entry["effect"] else f" (`{entry['file']}`)"
        yield [f"[{entry['id']}]({folder}/{entry['id']}.patch)", entry["effect"] + where,
               entry["class"], entry["breaks"], killed_by(entry, row), found_by(entry, row)]


def killed_by(entry, row):
    """The suite that must kill first; the others by name when they are few, else how many."""
    killers = suites_in(killers_of(row))
    others = [name for name in killers if name != entry["killed_by"]]
    said = [f"**{entry['killed_by']}**"] if len(others) < len(killers) else []
    said += others if len(others) <= FEW else [f"{len(others)} others"]
    return ", ".join(said) or survival(entry)


def kill_by_programs(row):
    """The fastest kill of systematic testing, if there is one."""
    kills = [row["kills"][name] for name in killers_of(row) if name in PROGRAMS]
    return min(kills, key=lambda kill: kill["seconds"], default=None)


def found_by(entry, row):
    kill = kill_by_programs(row)
    if kill:
        took = f"{kill['schedules']} schedules, " if "schedules" in kill else ""
        short = f", shortest {kill['choices']} choices" if "choices" in kill else ""
        return f"{kill['by']}; {took}{kill['seconds']:.1f} s{short}"
    if entry.get("beyond_systematic") or entry.get("equivalent"):
        return entry.get("beyond_systematic") or ""
    programs = [row["kills"][name] for name in PROGRAMS if name in row["kills"]]
    unreached = programs and all(kill.get("unchanged") for kill in programs)
    return "beyond reach: none of its programs has this code" if unreached else "survives"


def suite_lines(entries, rows, names):
    """Of each suite how many mutants it kills, and which no other suite does, of those that all suites ran."""
    yield ["suite", "mutants killed", "killed by no other suite"]
    for name in names:
        killed = [entry["id"] for entry in entries if name in killers_of(rows[entry["id"]])]
        alone = [one for one in killed if suites_in(killers_of(rows[one])) == [name]
                 and set(names) <= set(rows[one]["kills"])]
        yield [name, str(len(killed)), ", ".join(alone)]


def reference_lines(entries):
    """Each source with its mutants; the one with the most comes last, and has the rest."""
    by_reference = {}
    for entry in entries:
        by_reference.setdefault(entry["reference"], []).append(entry["id"])
    *few, (most, rest) = sorted(by_reference.items(), key=lambda item: len(item[1]))
    yield from (f"- {reference}: {', '.join(ids)}." for reference, ids in few)
    yield f"- {most}: {'the other ' if few else 'all '}{len(rest)}."
