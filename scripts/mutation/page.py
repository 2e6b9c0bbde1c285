"""docs/mutants.md: what each mutant changes and which suites kill it, and what each suite is good for."""

from mutation.report import killers_of, markdown_table, summary, survival

FEW = 3  # so many suites are named one by one

HEAD = """# The bug catalogue

Made by `scripts/mutants --update-docs`; not to be edited by hand. Each mutant is one patch of
[tests/mutants](../tests/mutants) to the quorum calls or to Paxos. The suites are those that
`scripts/generate-paxos-suites` generates from the models: none of them knows a mutant. The suite that must
kill a mutant is in bold. `scripts/mutants` writes the whole matrix, mutant x suite, with the first case that
fails, to `build/mutants/matrix.md`.
"""

WITH_TSAN = """
Mutants that only ThreadSanitizer can see run only the suite that must kill them: it takes a hundred times as
long.
"""


def page(entries, rows, names):
    parts = [HEAD, summary(rows) + ".", "", "## Mutants", "", *markdown_table(mutant_lines(entries, rows))]
    if any(entry.get("preset") == "tsan" for entry in entries):
        parts.append(WITH_TSAN.rstrip())
    parts += ["", "## Suites", "", *markdown_table(suite_lines(entries, rows, names))]
    parts += ["", "## Where they come from", ""]
    parts += reference_lines(entries)
    return "\n".join(parts) + "\n"


def mutant_lines(entries, rows):
    yield ["mutant", "what it changes", "class", "breaks", "killed by"]
    for entry in entries:
        yield [f"[{entry['id']}](../tests/mutants/{entry['id']}.patch)",
               f"{entry['effect']} (`{entry['file']}`)", entry["class"], entry["breaks"],
               killed_by(entry, rows[entry["id"]])]


def killed_by(entry, row):
    """The suite that must kill first; the others by name when they are few, else how many."""
    killers = killers_of(row)
    others = [name for name in killers if name != entry["killed_by"]]
    said = [f"**{entry['killed_by']}**"] if len(others) < len(killers) else []
    said += others if len(others) <= FEW else [f"{len(others)} others"]
    return ", ".join(said) or survival(entry)


def suite_lines(entries, rows, names):
    """Of each suite how many mutants it kills, and which only it does, of those that all suites ran."""
    yield ["suite", "mutants killed", "killed by no other suite"]
    for name in names:
        killed = [entry["id"] for entry in entries if name in killers_of(rows[entry["id"]])]
        alone = [one for one in killed if killers_of(rows[one]) == [name] and len(rows[one]["kills"]) == len(names)]
        yield [name, str(len(killed)), ", ".join(alone)]


def reference_lines(entries):
    """Each source with its mutants; the one with the most comes last, and has the rest."""
    by_reference = {}
    for entry in entries:
        by_reference.setdefault(entry["reference"], []).append(entry["id"])
    *few, (most, rest) = sorted(by_reference.items(), key=lambda item: len(item[1]))
    yield from (f"- {reference}: {', '.join(ids)}." for reference, ids in few)
    yield f"- {most}: {'the other ' if few else 'all '}{len(rest)}."
