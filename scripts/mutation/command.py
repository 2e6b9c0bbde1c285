"""Do the generated suites find bugs? Applies each patch of tests/mutants/ to a copy of the sources, rebuilds
what changed, runs the generated Paxos suites, and prints the kill matrix: mutant x suite.

  scripts/mutants                      all of them; figures go to build/mutants/matrix.json and .md
  scripts/mutants --only ID[,ID...]    some of them
  scripts/mutants --class acceptor     those of one class
  scripts/mutants --jobs 2             two copies at the same time
  scripts/mutants --must               of each mutant only the suite that must kill it
  scripts/mutants --resume             go on where an earlier call stopped, if nothing changed since
  scripts/mutants --update-docs        write docs/mutants.md, when all of them were run
  scripts/mutants --list               what there is
  scripts/mutants --check              do all patches apply? (quick; scripts/test runs it)

A mutant is killed by a suite when some case of it fails or does not finish, when the adapter crashes, or
when a sanitizer reports (mutants of preset dev or tsan in the manifest run in that build). The unmodified
sources must pass all suites first. Exit codes: 0 all mutants that must be killed are; 1 some survives, or
the unmodified sources do not pass; 2 a patch does not apply or build, or the call is wrong.
"""

import argparse
import sys

from mutation import catalogue, report, suites
from mutation.campaign import Campaign
from mutation.common import FIGURES, ROOT, Failure, write
from mutation.copies import Copy
from mutation.memory import Memory
from mutation.page import page


def parse(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="ID[,ID...]")
    parser.add_argument("--class", dest="kind", metavar="CLASS")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", choices=range(1, 17))
    parser.add_argument("--must", action="store_true", help="of each mutant only the suite that must kill it")
    parser.add_argument("--resume", action="store_true", help="take what earlier calls found for the same sources")
    parser.add_argument("--json", action="store_true", help="print the matrix as JSON instead of text")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--update-docs", action="store_true")
    return parser.parse_args(arguments)


def print_list(entries):
    for entry in entries:
        print(f"{entry['id']:40} {entry['class']:16} {entry['breaks']:9} {entry['effect']}")


def run_campaign(entries, options):
    columns = suites.generate(suites.build_cpngen())
    copies = [Copy(i) for i in range(min(options.jobs, len(entries)))]
    campaign = Campaign(entries, columns, copies, Memory(columns, options.resume), options.must)
    campaign.baseline()
    if not campaign.problems:
        campaign.run()
    return campaign


def write_figures(figures, in_docs, of_all):
    write(FIGURES / "matrix.json", report.as_json(*figures))
    write(FIGURES / "matrix.md", report.as_markdown(*figures))
    if in_docs:
        if not of_all:
            raise Failure("docs/mutants.md is about all mutants; run all of them")
        write(ROOT / "docs" / "mutants.md", page(*figures))


def exit_code(problems, missed):
    if any("does not build" in problem or "does not apply" in problem for problem in problems):
        return 2
    return 1 if missed or problems else 0


def main(arguments=None):
    options = parse(arguments)
    all_entries = catalogue.load()
    entries = catalogue.select(all_entries, options.only, options.kind)
    if options.list:
        print_list(entries)
        return 0
    catalogue.check(entries)
    print(f"{len(entries)} patches apply", file=sys.stderr)
    if options.check:
        return 0
    campaign = run_campaign(entries, options)
    figures = entries, campaign.rows, [suite.name for suite in campaign.suites]
    write_figures(figures, options.update_docs, len(campaign.rows) == len(all_entries))
    print(report.as_json(*figures) if options.json else report.as_text(*figures), end="")
    for problem in campaign.problems:
        print(problem, file=sys.stderr)
    missed = report.shortfalls(entries, campaign.rows)
    for name in missed:
        print(f"{name}: the suite that must kill it does not", file=sys.stderr)
    return exit_code(campaign.problems, missed)


def command():
    """main() with what ends it early as an exit code."""
    try:
        return main()
    except Failure as failure:
        print(f"scripts/mutants: {failure}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
