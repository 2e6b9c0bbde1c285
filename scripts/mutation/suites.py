"""The generated suites: columns of the matrix, one a test case specification."""

import hashlib
import re
import shlex
import shutil
from pathlib import Path

from mutation.catalogue import preset_of
from mutation.common import FIGURES, ROOT, Failure, run, write


class Suite:
    """A column of the matrix: the suites of one test case specification."""

    WITH_GRPC = ("system", "clients", "quorum_call", "wire", "configuration", "connection")

    def __init__(self, name, files, flags):
        self.name, self.files, self.flags = name, files, flags
        self.uses_grpc = name.startswith(self.WITH_GRPC) or files[0].parent.name == "faults"

    def preset_of(self, entry):
        """The build that a mutant shows itself in to this suite."""
        return preset_of(entry)

    def files_for(self, preset):
        """Under TSan, the suites for three replicas: it is slow where gRPC makes it report what is no race."""
        few = [file for file in self.files if "-s3" in file.name and "simulations" not in file.parts]
        return few if preset == "tsan" and self.uses_grpc and few else self.files


def columns(folder):
    """The suites below a folder by the name of their specification; those in processes/ run as such."""
    by_name = {}
    for file in sorted(folder.rglob("*.xml")):
        by_name.setdefault(re.split(r"-s\d|\.xml", file.name)[0], []).append(file)
    suites = []
    for name, files in sorted(by_name.items()):
        in_processes = "processes" in str(files[0].parent.relative_to(folder))
        suites.append(Suite(name, files, ["--processes"] if in_processes else ["--transport", "inproc"]))
    return suites


class GivenSuite(Suite):
    """What `--suite "NAME: FILE|FOLDER... [--FLAG...]"` says: suites of one's own, and how the adapter is called."""

    def __init__(self, text):
        name, colon, rest = text.partition(":")
        words = shlex.split(rest)
        flags = next((i for i, word in enumerate(words) if word.startswith("-")), len(words))
        paths = [Path(word).resolve() for word in words[:flags]]
        files = [file for path in paths for file in (sorted(path.rglob("*.xml")) if path.is_dir() else [path])]
        missing = [str(file) for file in files if not file.is_file()]
        if not name or not colon or not files or missing:
            raise Failure(f"--suite wants \"NAME: FILE|FOLDER... [--FLAG...]\", suites that are there: {text!r}"
                          + (f"; there is no {missing[0]}" if missing else ""))
        super().__init__(name, files, ["--transport", "inproc", *words[flags:]])
        self.uses_grpc = True
        self.text = text
        models = [Path(word).resolve() for word in words[flags:] if word.endswith(".lua")]
        self.more_files = [file for model in models for file in sorted(model.parent.rglob("*.lua"))]


def chosen(suites, entries, must):
    """Those to run for these mutants: under TSan, which takes a hundred times as long, only what must kill."""
    wanted = {entry["killed_by"] for entry in entries}

    def is_needed(suite):
        slow = all(suite.preset_of(entry) == "tsan" and entry["killed_by"] for entry in entries)
        return suite.name in wanted or not (must or slow)

    return [suite for suite in suites if is_needed(suite)]


def build_cpngen():
    """The generator of this checkout."""
    for command in (["cmake", "--preset", "release"],
                    ["cmake", "--build", "--preset", "release", "--target", "cpngen"]):
        result = run(command, cwd=ROOT)
        if result.returncode != 0:
            raise Failure(result.stdout)
    return ROOT / "build" / "release" / "bin" / "cpngen"


def generate(cpngen):
    """Generates the suites, unless they are there from the same program, script and models."""
    folder = FIGURES / "suites"
    script = ROOT / "scripts" / "generate-paxos-suites"
    origin = digest([cpngen, script, *(ROOT / "models").rglob("*.lua")])
    stamp = folder / "origin"  # written last: what is there is whole, and of the same bytes
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != origin:
        shutil.rmtree(folder, ignore_errors=True)
        result = run([str(script), str(cpngen), str(folder), "20"], cwd=ROOT)
        if result.returncode != 0:
            raise Failure(f"the suites cannot be generated:\n{result.stdout}")
        write(stamp, origin)
    return columns(folder)


def digest(files):
    total = hashlib.sha256()
    for file in sorted(files):
        total.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes())
    return total.hexdigest()
