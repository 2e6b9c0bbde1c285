"""Do the generated suites find bugs? Applies each patch of tests/mutants/ to a copy of the sources, rebuilds
what changed, runs the generated Paxos suites, and prints the kill matrix: mutant x suite.

  scripts/mutants                      all of them; figures go to build/mutants/matrix.json and .md
  scripts/mutants --only ID[,ID...]    some of them
  scripts/mutants --class acceptor     those of one class
  scripts/mutants --jobs 2             two copies at the same time
  scripts/mutants --must               of each mutant only the suite that must kill it
  scripts/mutants --resume             go on where an earlier call stopped, if nothing changed since
  scripts/mutants --update-docs        write what docs/mutants.md says of them, when all were run: of the catalogue,
                                       or of the sampled ones (with --catalogue tests/mutation)
  scripts/mutants --catalogue DIR      the patches of this folder instead, which need no manifest: bugs that
                                       nobody has seen; figures go to build/mutants/DIR-matrix.json and .md
  scripts/mutants --run "PROGRAM ARGUMENT..."
                                       a column for a program of the build, too: a unit test, for example;
                                       --run-seconds N ends it; --no-suites leaves the suites out
  scripts/mutants --no-suites --suite "NAME: FILE|FOLDER... [--FLAG...]"
                                       a column for suites of your own, and flags of `adapter run` for them: to
                                       compare small suites with whole ones, or oracles with each other; figures go
                                       to build/mutants/suites-matrix.json and .md
  scripts/mutants --systematic         systematic testing alone: the real code under one scheduler, 100,000
                                       schedules a harness (--schedules N); a hundredth of them first, and
                                       the others when no program has found anything
  scripts/mutants --both               suites and systematic testing; --update-docs needs it
  scripts/mutants --search             those after which nothing recovers: the search for the event that puts a
                                       property out of reach must name what tests/mutants/critical_events.json
                                       expects; figures go to build/mutants/search.json
  scripts/mutants --list               what there is
  scripts/mutants --check              do all patches apply? (quick; scripts/test runs it)

A mutant is killed by a suite when some case of it fails or does not finish, when the adapter crashes, or
when a sanitizer reports (mutants of preset dev or tsan in the manifest run in that build); by a program when
it ends with another code than 0, or not in time; one that is byte for byte what the unmodified sources give is
not run. Mutants of preset tsan run in the release build under
systematic testing, whose scheduler meets the races itself. The unmodified sources must pass all suites first. A patch
that does not apply or build is an error, and the others go on. Exit codes: 0 all mutants that must be killed
are (none must of --catalogue); 1 some survives, or the unmodified sources do not pass; 2 a patch does not
apply or build, or the call is wrong.

A patch of --catalogue may say above its first `---` line what it does: lines `effect: ...`, `class: ...`,
`preset: dev` (the build that it shows itself in), `equivalent: ...` (why nothing can tell it from the
original; it is counted apart), `survives: ...` (the idea that is missing to kill it).
"""

import argparse
import sys

from pathlib import Path

from mutation import catalogue, copies, report, suites
from mutation.campaign import Campaign
from mutation.common import FIGURES, ROOT, Failure, write
from mutation.copies import Copy
from mutation.folder import load_folder
from mutation.memory import Memory
from mutation.page import with_catalogue, with_sampled
from mutation.program import programs
from mutation.search import search_mutants
from mutation.systematic import systematic_programs


def parse(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="ID[,ID...]")
    parser.add_argument("--class", dest="kind", metavar="CLASS")
    parser.add_argument("--catalogue", metavar="DIR", help="a folder of patches instead of tests/mutants")
    parser.add_argument("--run", metavar="COMMAND", action="append", default=[],
                        help="a program of the build as a column, too")
    parser.add_argument("--suite", metavar="COLUMN", action="append", default=[],
                        help="\"NAME: FILE|FOLDER... [--FLAG...]\": suites of your own as a column")
    parser.add_argument("--run-seconds", type=int, default=600, metavar="N", help="of one such program; then it hangs")
    parser.add_argument("--no-suites", action="store_true", help="only what --run and --suite name")
    parser.add_argument("--systematic", action="store_true", help="only systematic testing, no suites")
    parser.add_argument("--both", action="store_true", help="suites and systematic testing")
    parser.add_argument("--search", action="store_true", help="only the search for critical events")
    parser.add_argument("--schedules", type=int, default=100_000, metavar="N",
                        help="of each harness of systematic testing")
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
    with_suites = not (options.no_suites or options.systematic)
    columns = suites.generate(suites.build_cpngen()) if with_suites else []
    columns += [suites.GivenSuite(text) for text in options.suite]
    others = programs(options.run, options.run_seconds)
    if options.systematic or options.both:
        others += systematic_programs(options.schedules, options.run_seconds)
    targets = [*(copies.SUITE_TARGETS if columns else ()), *(column.target for column in others)]
    trees = [Copy(i, tuple(dict.fromkeys(targets))) for i in range(min(options.jobs, len(entries)))]
    columns = [*columns, *others]
    known = FIGURES / ("known-suites" if options.suite else "known")
    campaign = Campaign(entries, columns, trees, Memory(columns, options.resume, folder=known), options.must)
    campaign.baseline()
    if not campaign.problems:
        campaign.run()
    return campaign


def write_figures(figures, errors, options, of_all):
    name = f"{Path(options.catalogue).resolve().name}-matrix" if options.catalogue else "matrix"
    name = f"suites-{name}" if options.suite else name
    write(FIGURES / f"{name}.json", report.as_json(*figures, errors))
    write(FIGURES / f"{name}.md", report.as_markdown(*figures))
    if options.update_docs:
        if not of_all:
            raise Failure("docs/mutants.md is about all mutants; run all of them")
        path = ROOT / "docs" / "mutants.md"
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        write(path, with_sampled(before, *figures) if options.catalogue else with_catalogue(before, *figures))


def check_call(options):
    """What does not go together."""
    if options.catalogue and options.must:
        raise Failure("--must and --catalogue: nothing says which suite must kill a patch of a folder")
    sampled = options.catalogue and Path(options.catalogue).resolve() == ROOT / "tests" / "mutation"
    others = options.run or options.suite
    if options.update_docs and (options.catalogue and not sampled or others or not options.both):
        raise Failure("--update-docs: docs/mutants.md is about tests/mutants and tests/mutation, suites and systematic testing; "
                      "add --both")
    if options.both and (options.systematic or options.no_suites):
        raise Failure("--both is with suites: leave out --systematic and --no-suites")
    if options.must and options.systematic:
        raise Failure("--must and --systematic: it is a suite that must kill a mutant")
    if options.search and (options.catalogue or others or options.systematic or options.both or options.must):
        raise Failure("--search is about some mutants of tests/mutants, and goes with --only and --class alone")
    if options.no_suites and not (others or options.systematic):
        raise Failure("--no-suites: then there is nothing to run; --run names programs, --suite suites")


def check_patches(entries, options):
    """Do all apply? Those of a folder that do not are told of, and not in the result."""
    if not options.catalogue:
        catalogue.check(entries)
        return entries, {}
    errors = {}
    for entry in entries:
        try:
            catalogue.apply(entry, ROOT, "--check")
        except Failure as failure:
            errors[entry["id"]] = str(failure)
    return [entry for entry in entries if entry["id"] not in errors], errors


def exit_code(problems, missed):
    if any("does not build" in problem or "does not apply" in problem for problem in problems):
        return 2
    return 1 if missed or problems else 0


def main(arguments=None):
    options = parse(arguments)
    check_call(options)
    all_entries = load_folder(options.catalogue) if options.catalogue else catalogue.load()
    entries = catalogue.select(all_entries, options.only, options.kind)
    if options.list:
        print_list(entries)
        return 0
    entries, errors = check_patches(entries, options)
    print(f"{len(entries)} patches apply", file=sys.stderr)
    if options.check or not entries:
        return conclude(list(errors.values()), [])
    if options.search:
        return conclude([], search_mutants(entries, FIGURES))
    campaign = run_campaign(entries, options)
    errors |= campaign.errors
    if campaign.problems and not campaign.rows:
        return conclude(campaign.problems, [])
    figures = entries, campaign.rows, [suite.name for suite in campaign.suites]
    write_figures(figures, errors, options, len(campaign.rows) == len(all_entries))
    print(report.as_json(*figures, errors) if options.json else report.as_text(*figures), end="")
    does_not_apply = [text for name, text in errors.items() if name not in campaign.errors]
    return conclude(does_not_apply + campaign.problems, report.shortfalls(entries, campaign.rows))


def conclude(problems, missed):
    for problem in problems:
        print(problem, file=sys.stderr)
    for text in missed:
        print(text, file=sys.stderr)
    return exit_code(problems, missed)


def command():
    """main() with what ends it early as an exit code."""
    try:
        return main()
    except Failure as failure:
        print(f"scripts/mutants: {failure}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
