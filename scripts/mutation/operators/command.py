"""Makes mutants by a rule: applies mutation operators to the sources, and writes those that a seed chooses as
patches, which scripts/mutants --catalogue takes.

  scripts/mutate --seed 1 --count 30 --out DIR
  scripts/mutate --seed 1 --count 30 --out DIR --over quorum --over sut/paxos/roles/acceptor.cc
  scripts/mutate --list                how many mutants each operator can make of each file

Operators: negate (the condition of an if or a loop), drop (a statement), swap (two statements that follow each
other), off-by-one (a comparison or a number), variable (another one of the same type). They change what stands
in function bodies; assertions and what only observes stay. The operators and the files take turns, no line is
changed twice, and a mutant that does not compile without a warning (by clang++, and by c++ with optimisation) is
replaced by the next one. The same seed and sources make the same patches; a mutant of a line that has not changed
stays the same when others change.
Without --over: sut/paxos/roles, sut/paxos/storage, quorum, without tests and without subfolders.

DIR/equivalent.json may hold, by a mutant's id, why nothing can tell it from the original, and DIR/survives.json
what nobody has thought of yet that would kill it: the patch says so, too.
Exit codes: 0 written; 1 there are fewer mutants than asked for; 2 the call is wrong.
"""

import argparse
import json
import sys
from pathlib import Path

from mutation.common import Failure, write
from mutation.operators.compiling import Compiler
from mutation.operators.rules import OPERATORS
from mutation.operators.sampling import FOLDERS, mutants_of, sample, sources


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=30, metavar="N")
    parser.add_argument("--out", type=Path, metavar="DIR")
    parser.add_argument("--over", action="append", metavar="PATH", help="a folder or a source, from the root")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", choices=range(1, 17))
    parser.add_argument("--list", action="store_true")
    return parser.parse_args(arguments)


def print_list(files, seed):
    print(f"{'':45}" + "".join(f"{name:>12}" for name in OPERATORS))
    for file in files:
        operators = [mutant.operator for mutant in mutants_of(file, seed)]
        print(f"{file:45}" + "".join(f"{operators.count(name):12}" for name in OPERATORS))


WORDS = ("equivalent", "survives")


def said_of(folder, word):
    """By a mutant's id, what DIR/WORD.json says of it."""
    path = folder / f"{word}.json"
    try:
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except json.JSONDecodeError as error:
        raise Failure(f"{path}:{error.lineno}:{error.colno}: {error.msg}") from error


def write_patches(folder, mutants):
    """The patches of a folder are these and no others."""
    why = {word: said_of(folder, word) for word in WORDS}
    for old in folder.glob("*.patch"):
        old.unlink()
    for mutant in mutants:
        header = "".join(f"{word}: {why[word][mutant.id]}\n" for word in WORDS if mutant.id in why[word])
        write(folder / f"{mutant.id}.patch", mutant.patch(header))
    for word in WORDS:
        for name in sorted(set(why[word]) - {mutant.id for mutant in mutants}):
            print(f"{folder / word}.json: {name} is not among the mutants", file=sys.stderr)


def main(arguments=None):
    options = parse(arguments)
    files = sources(options.over or FOLDERS)
    if options.list:
        print_list(files, options.seed)
        return 0
    if not options.out:
        raise Failure("--out names the folder of the patches")
    mutants = [mutant for file in files for mutant in mutants_of(file, options.seed)]
    chosen, failed = sample(mutants, options.count, Compiler().compiles, options.jobs)
    write_patches(options.out, chosen)
    print(f"{len(chosen)} of {len(mutants)} mutants written; {failed} that were drawn do not compile")
    return 0 if len(chosen) == options.count else 1


def command():
    """main() with what ends it early as an exit code."""
    try:
        return main()
    except Failure as failure:
        print(f"scripts/mutate: {failure}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
