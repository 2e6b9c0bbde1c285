"""Does a mutant compile? Its text shadows the file's in a folder that the compiler searches first."""

import tempfile
from pathlib import Path

from mutation.common import ROOT, Failure, run

# Those of the build (cmake/CpngenTargets.cmake), as far as the compiler has them.
FLAGS = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wnon-virtual-dtor", "-Woverloaded-virtual", "-Werror"]
# First what takes little time, then what the build does: some warnings come of optimising.
CALLS = (["clang++", "-fsyntax-only", "-Wno-unknown-warning-option"], ["c++", "-O3", "-DNDEBUG", "-c", "-o", "/dev/null"])


def generated_headers(root=ROOT):
    """Where the build puts them: the headers of .proto files."""
    for preset in ("dev", "release"):
        folder = root / "build" / preset
        if (folder / "sut" / "paxos" / "paxos.pb.h").exists():
            return folder
    raise Failure("the headers of .proto files are not there: build paxos first, or run scripts/tidy")


def unit_of(file, root=ROOT):
    """The source to compile for a file: itself, the one of a header, or a test that makes its templates code."""
    if file.endswith(".cc"):
        return file
    stem = file.removesuffix(".h")
    is_template = "template <" in (root / file).read_text(encoding="utf-8")
    names = [f"{stem}_test.cc", f"{stem}.cc"] if is_template else [f"{stem}.cc", f"{stem}_test.cc"]
    include = f'#include "{file}"'
    beside = sorted(str(path.relative_to(root)) for path in (root / file).parent.glob("*.cc"))
    for name in [*names, *beside]:
        if (root / name).exists() and include in (root / name).read_text(encoding="utf-8"):
            return name
    return file


class Compiler:
    """`calls` are programs with their first arguments: all of them must take a mutant."""

    def __init__(self, calls=CALLS, root=ROOT):
        self.calls, self.root, self.headers = calls, root, generated_headers(root)

    def compiles(self, mutant):
        """Without an error or a warning?"""
        unit, file = unit_of(mutant.file, self.root), mutant.file
        with tempfile.TemporaryDirectory() as folder:
            shadow = Path(folder) / file
            shadow.parent.mkdir(parents=True)
            shadow.write_text(mutant.mutated, encoding="utf-8")
            source = Path(folder) / unit if unit == file else self.root / unit
            arguments = [*FLAGS, "-x", "c++", "-I", folder, "-I", str(self.root), "-I", str(self.headers), str(source)]
            return all(run([*call, *arguments], cwd=self.root).returncode == 0 for call in self.calls)
