"""Which of all possible mutants a seed chooses.

Each mutant has a rank that depends on the seed and on what it changes, not on what else there is: a change of
the sources elsewhere leaves the choice as it is, but for mutants of the lines that changed.
"""

import difflib
import hashlib
from dataclasses import dataclass

from mutation.common import ROOT, Failure
from mutation.operators.rules import OPERATORS
from mutation.operators.statements import parse

FOLDERS = ("sut/paxos/roles", "sut/paxos/storage", "quorum")


@dataclass(frozen=True)
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


def sample(mutants, count, compiles):
    """`count` of them that compile, the operators in turn, no line twice; and how many did not compile."""
    ranked = {name: sorted((one for one in mutants if one.operator == name), key=lambda one: one.rank, reverse=True)
              for name in OPERATORS}
    chosen, lines, failed = [], set(), 0
    while len(chosen) < count and any(ranked.values()):
        for waiting in ranked.values():
            while waiting and len(chosen) < count:
                mutant = waiting.pop()
                if (mutant.file, mutant.line) in lines:
                    continue
                if compiles(mutant):
                    chosen.append(mutant)
                    lines.add((mutant.file, mutant.line))
                    break
                failed += 1
    return chosen, failed
