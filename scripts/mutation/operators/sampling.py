"""Which of all possible mutants a seed chooses.

Each mutant has a rank that depends on the seed and on what it changes, not on what else there is: a change of
the sources elsewhere leaves the choice as it is, but for mutants of the lines that changed. Files take turns, so
that long ones do not have most of the mutants.
"""

import difflib
import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from mutation.common import ROOT, Failure
from mutation.operators.rules import OPERATORS
from mutation.operators.statements import parse

FOLDERS = ("sut/paxos/roles", "sut/paxos/storage", "quorum")


@dataclass(frozen=True, order=True)
class Mutant:
    operator: str
    file: str  # from the root
    line: int
    effect: str
    source: str
    mutated: str
    rank: str

    @property
    def id(self):
        stem = self.file.rsplit("/", 1)[-1].replace(".", "_")
        return f"{self.operator}-{stem}-{self.rank[:6]}"

    def patch(self, header=""):
        lines = difflib.unified_diff(self.source.splitlines(True), self.mutated.splitlines(True),
                                     f"a/{self.file}", f"b/{self.file}")
        effect = f"effect: {self.effect} ({self.file}:{self.line})\nclass: {self.operator}\n"
        return effect + header + "\n" + "".join(lines)


def sources(folders=FOLDERS, root=ROOT):
    """The sources of folders, without those of their subfolders and of tests."""
    files = []
    for folder in folders:
        path = root / folder
        if not path.exists():
            raise Failure(f"{path} is not there")
        found = [path] if path.is_file() else [*path.glob("*.cc"), *path.glob("*.h")]
        files += [str(one.relative_to(root)) for one in found
                  if not one.stem.endswith(("_test", "_testing")) and one.name != "testing.h"]
    return sorted(set(files))


def mutants_of(file, seed, root=ROOT):
    """All mutants of a file; without those whose text is that of another one."""
    source = (root / file).read_text(encoding="utf-8")
    header = (root / file).with_suffix(".h")
    code = parse(source)
    beside = header.read_text(encoding="utf-8") if file.endswith(".cc") and header.exists() else ""
    seen = set()
    for operator, changes in OPERATORS.items():
        for change in changes(code, beside):
            mutated = source[:change.start] + change.text + source[change.end:]
            if mutated in seen or mutated == source:
                continue
            seen.add(mutated)
            key = "\0".join((str(seed), operator, file, change.effect, change.text, *place_of(source, change.start)))
            yield Mutant(operator, file, source.count("\n", 0, change.start) + 1, change.effect, source, mutated,
                         hashlib.sha256(key.encode()).hexdigest())


def place_of(source, start):
    """Which of equal lines, and where in it: does not change when others do."""
    before, line = source[:start].splitlines() or [""], source[start:].split("\n", 1)[0]
    beginning = before.pop() if not source[:start].endswith("\n") else ""
    whole = (beginning + line).strip()
    return str(sum(1 for one in before if one.strip() == whole)), str(len(beginning.lstrip()))


def in_turn(mutants):
    """Those of one operator: the first ones of each file, then the second ones, and so on, each by rank."""
    by_file = {}
    for mutant in sorted(mutants, key=lambda one: one.rank):
        by_file.setdefault(mutant.file, []).append(mutant)
    return [mutant for _, _, mutant in sorted((i, mutant.rank, mutant) for ranked in by_file.values()
                                              for i, mutant in enumerate(ranked))]


def sample(mutants, count, compiles, jobs=1):
    """`count` of them that compile, the operators in turn, no line twice; and how many did not compile."""
    waiting = {name: in_turn([one for one in mutants if one.operator == name])[::-1] for name in OPERATORS}
    chosen, lines, known = [], set(), {}

    def is_new(mutant):
        return (mutant.file, mutant.line) not in lines

    with ThreadPoolExecutor(jobs) as pool:
        while len(chosen) < count and any(waiting.values()):
            for name in OPERATORS:
                waiting[name] = [one for one in waiting[name] if is_new(one)]
            heads = [stack[-1] for stack in waiting.values() if stack and stack[-1] not in known]
            known.update(zip(heads, pool.map(compiles, heads)))
            for stack in waiting.values():
                while stack and len(chosen) < count:
                    mutant = stack.pop()
                    if not is_new(mutant):
                        continue
                    if mutant not in known:
                        known[mutant] = compiles(mutant)
                    if known[mutant]:
                        chosen.append(mutant)
                        lines.add((mutant.file, mutant.line))
                        break
    return chosen, sum(1 for good in known.values() if not good)
