"""Attacks the programs of a build with hostile inputs, and judges how they end.

  scripts/attack                         all attacks, two at a time
  scripts/attack --gate                  those that the gate has time for, and that must hold
  scripts/attack nesting 'sizes/enum*'   of these classes, or names
  scripts/attack --list                  names and commands only
  scripts/attack --write DIR NAME        the folder of one attack, to look at it by hand
  scripts/attack --mutants 50            of each input that is mutated (default 20)

A program must end by itself within its time, without a signal, with an exit code of the expected
kind and one error message that says where; its memory stays below twice the limit that was given; it
leaves no file and no process behind, and says the same in two runs (--gate: of a fourth). Attacks are
written down in tests/attacks/data/, or made by tests/attacks/families/. Those that are known to fail,
and why, are in tests/attacks/known.toml: they run, and are counted apart.

Exit codes: 0 all ended as they should but those known; 1 some did not; 2 the call is wrong.
"""

import argparse
import concurrent.futures
import fnmatch
import shutil
import sys
import zlib
from pathlib import Path

from attacks import data, families, report
from attacks.attack import ROOT
from attacks.judge import judge
from attacks.known import Known
from attacks.watch import run


class WrongCall(Exception):
    pass


def main(arguments=None):
    options = _parse(arguments)
    try:
        attacks = _chosen(options)
        if options.list:
            for attack in attacks:
                print(f"{attack.name}: {' '.join(attack.command)}")
            return 0
        if options.write:
            return _write(options, attacks)
        return _run_all(options, attacks)
    except (WrongCall, data.BadData) as error:
        print(f"scripts/attack: {error}", file=sys.stderr)
        return 2


def _parse(arguments):
    parser = argparse.ArgumentParser(
        prog="scripts/attack", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("patterns", nargs="*", metavar="CLASS|NAME", help="these only; * matches anything")
    parser.add_argument("--bin", type=Path, default=ROOT / "build" / "release" / "bin", metavar="DIR",
                        help="the programs (default build/release/bin)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="at a time (default 2)")
    parser.add_argument("--gate", action="store_true", help="what the gate runs")
    parser.add_argument("--least", type=int, default=0, metavar="N", help="fail when there are fewer attacks")
    parser.add_argument("--mutants", type=int, default=20, metavar="N", help="of each mutated input")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the mutations")
    parser.add_argument("--patience", type=float, default=1, metavar="F", help="times as much time for each")
    parser.add_argument("--any-memory", action="store_true", help="for programs with sanitizers")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--write", type=Path, metavar="DIR")
    return parser.parse_args(arguments)


def all_attacks(mutants, seed):
    attacks = data.read_all() + families.all_families(mutants, seed)
    names = set()
    for attack in attacks:
        if attack.name in names:
            raise data.BadData(f"two attacks {attack.name}")
        names.add(attack.name)
    return attacks


def _chosen(options):
    attacks = all_attacks(options.mutants, options.seed)
    known = Known.read()
    unused = known.unused([attack.name for attack in attacks])
    if unused:
        raise data.BadData(f"known.toml: no attack {', '.join(unused)}")
    if options.gate:
        attacks = [attack for attack in attacks if attack.gate and not known.cause_of(attack.name)]
    if options.patterns:
        attacks = [attack for attack in attacks
                   if any(fnmatch.fnmatchcase(attack.name, pattern) or attack.group == pattern
                          for pattern in options.patterns)]
    if not attacks:
        raise WrongCall("no attack has such a name")
    if len(attacks) < options.least:
        raise WrongCall(f"{len(attacks)} attacks, and {options.least} are asked for")
    return attacks


def _write(options, attacks):
    if len(attacks) != 1:
        raise WrongCall("--write takes the name of one attack")
    options.write.mkdir(parents=True, exist_ok=True)
    for name, file in attacks[0].files.items():
        file.create(options.write / name)
    print(" ".join(attacks[0].command))
    return 0


def command_line(attack, programs):
    """The command with whole paths: programs of the build are named by their names."""
    words = [word.replace("{root}", str(ROOT)).replace("{bin}", str(programs)) for word in attack.command]
    ours = programs / words[0]
    found = str(ours) if ours.exists() else shutil.which(words[0])
    if found is None:
        raise WrongCall(f"there is no {ours}; build it, or say --bin")
    return [found, *words[1:]]


def _runs(attack, is_gate):
    """The gate runs three of four attacks once: whether two runs say the same shows in few."""
    if is_gate and attack.runs == 2 and zlib.crc32(attack.name.encode()) % 4 != 0:
        return 1
    return attack.runs


def attempt(attack, options):
    """The complaints about one attack."""
    command = command_line(attack, options.bin.resolve())
    outcomes = []
    for _ in range(_runs(attack, options.gate)):
        outcomes.append(run(attack, command, attack.seconds * options.patience))
        if outcomes[-1].stopped:
            break
    complaints = judge(attack, outcomes)
    if options.any_memory:
        complaints = [complaint for complaint in complaints if not complaint.startswith("memory")]
    for outcome in outcomes:  # thousands of them are kept
        outcome.out, outcome.err = b"", outcome.err[:400]
    return report.Result(attack, complaints, outcomes)


def _run_all(options, attacks):
    known = Known.read()
    results = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(lambda attack: attempt(attack, options), attacks):
            results.append(result)
            report.progress(result, known)
    report.summary(results, known)
    if options.json:
        report.write_json(options.json, results, known)
    return 1 if any(result.complaints and not known.cause_of(result.attack.name) for result in results) else 0
