"""Copies of the sources with builds of their own, in build/mutants/copyN."""

import hashlib
import shutil

from mutation import catalogue
from mutation.common import FIGURES, ROOT, files_of_checkout, run

SUITE_TARGETS = ("adapter", "paxos_server_instrumented")  # what suites run on


class Copy:
    """One copy. A mutant is applied and taken back, so that the next one rebuilds little."""

    def __init__(self, number, targets=SUITE_TARGETS):
        self.tree = FIGURES / f"copy{number}" / "src"
        self.targets = targets
        self.applied = None
        self.synchronise()

    def synchronise(self):
        """Brings the tree to the checkout's state; times of unchanged files stay, so that little is rebuilt."""
        self.tree.mkdir(parents=True, exist_ok=True)
        wanted = set(files_of_checkout())
        for name in wanted:
            source, target = ROOT / name, self.tree / name
            if target.exists() and target.read_bytes() == source.read_bytes():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            shutil.copymode(source, target)
        for path in [path for path in self.tree.rglob("*") if path.is_file()]:
            name = path.relative_to(self.tree)
            if "build" not in name.parts and str(name) not in wanted:
                path.unlink()

    def build(self, preset):
        """Builds what columns run; the output of a failed build, or nothing."""
        if not (self.tree / "build" / preset / "build.ninja").exists():
            result = run(["cmake", "--preset", preset], cwd=self.tree)
            if result.returncode != 0:
                return result.stdout
        command = ["cmake", "--build", "--preset", preset, "--target", *self.targets]
        result = run(command, cwd=self.tree)
        return result.stdout if result.returncode != 0 else None

    def adapter(self, preset):
        return self.tree / "build" / preset / "bin" / "adapter"

    def digests(self, preset):
        """Of the programs that were built."""
        folder = self.tree / "build" / preset / "bin"
        return {target: hashlib.sha256((folder / target).read_bytes()).hexdigest() for target in self.targets}

    def mutate(self, entry):
        self.restore()
        catalogue.apply(entry, self.tree)
        self.applied = entry

    def restore(self):
        if self.applied is not None:
            catalogue.apply(self.applied, self.tree, "--reverse")
            self.applied = None
