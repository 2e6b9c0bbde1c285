"""The sides of a comparison: how SPIN's verifier and Maria are built, and how each program is run and measured.

SPIN: `spin -o2 -a` (without -o2 it merges states that differ), gcc -O3 -march=native -DNOREDUCE -DSAFETY,
run with -E -n -m3000000 -w24. Maria 1.3.5 is built from the upstream sources that Debian keeps, since Debian's
binary crashes, and run with `-C`, after a run that leaves its compiled model behind.
"""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPIN_EXTRA = (1, 2)  # states and arcs that SPIN may have more, for its initial step
SPIN_RUN = ["-E", "-n", "-m3000000", "-w24"]
DEBIAN = "deb-src http://deb.debian.org/debian bookworm main"
MARIA_CXX = ("g++ -std=gnu++98 -fpermissive -include cstddef -include cstdlib -include cstring -include climits")
MARIA_CFLAGS = "-w -O3 -fno-strict-aliasing -fno-delete-null-pointer-checks -fno-lifetime-dse"
MARIA_MODEL_CFLAGS = "-w -ansi -O3 -fomit-frame-pointer -fPIC"


class Failure(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def need(program):
    if shutil.which(program) is None:
        raise Failure(2, f"the program '{program}' is not in PATH; scripts/install-deps installs it")


def build_cpngen():
    program = ROOT / "build/release/bin/cpngen"
    if not program.exists():
        print("bench: building cpngen (release)", file=sys.stderr)
        for command in (["cmake", "--preset", "release"],
                        ["cmake", "--build", "build/release", "--target", "cpngen"]):
            if subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL).returncode != 0:
                raise Failure(2, f"'{' '.join(command)}' failed in {ROOT}")
    return program


def run_tool(command, folder):
    result = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True)
    if result.returncode != 0:
        raise Failure(2, f"'{' '.join(map(str, command))}' failed: {result.stdout}{result.stderr}")


def build_verifier(folder, name, text):
    """SPIN's verifier for a Promela model, compiled."""
    place = Path(folder) / name
    place.mkdir()
    (place / "model.pml").write_text(text)
    run_tool(["spin", "-o2", "-a", "model.pml"], place)
    run_tool(["gcc", "-O3", "-march=native", "-DNOREDUCE", "-DSAFETY", "-w", "-o", "pan", "pan.c"], place)
    return place / "pan"


class Launcher:
    """Runs programs and measures them."""

    def __init__(self, folder):
        self.program, self.figures = Path(folder) / "run_measured", Path(folder) / "figures"
        run_tool(["gcc", "-O2", "-o", self.program, ROOT / "bench/run_measured.c"], folder)

    def run(self, command, cwd=None, environment=None):
        """What a program prints, with wall time, CPU time and peak memory of the whole process."""
        result = subprocess.run([self.program, self.figures, *map(str, command)], text=True, cwd=cwd,
                                env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if result.returncode != 0:
            raise Failure(2, f"cannot run {command[0]}: {result.stdout}")
        wall, cpu, peak, code = self.figures.read_text().split()
        if code != "0":
            raise Failure(2, f"'{' '.join(map(str, command))}' failed with {code}:\n{result.stdout}")
        return result.stdout, {"wall": float(wall), "cpu": float(cpu), "peak": int(peak) * 1024}


def run_spin(launcher, verifier):
    text, run = launcher.run([verifier, *SPIN_RUN])
    states = re.search(r"(\d+) states, stored", text)
    arcs = re.search(r"(\d+) transitions", text)
    if not states or not arcs or "max search depth too small" in text or "errors: 0" not in text:
        raise Failure(2, f"{verifier} did not explore everything:\n{text}")
    return run | {"states": int(states[1]), "arcs": int(arcs[1])}


def run_cpngen(launcher, program, arguments, workers, count=True):
    counts = ["--count"] if count else []
    text, run = launcher.run([program, "space", *arguments, *counts, "--json", "--workers", workers])
    report = json.loads(text)
    return run | {"states": report["nodes"], "arcs": report["arcs"]}


def build_maria(folder):
    """Maria's program in `folder`, fetched and built unless it is there; None, and why, if that fails."""
    folder = Path(folder)
    program = folder / "maria-1.3.5/maria"
    if program.exists():
        return program, ""
    for tool in ("bison", "flex", "make", "g++", "apt-get"):
        if shutil.which(tool) is None:
            return None, f"'{tool}' is not in PATH (apt-get install bison flex)"
    print("bench: fetching and building Maria", file=sys.stderr)
    try:
        fetch_maria(folder)
        script = folder / "maria-1.3.5/maria-cso"
        headers = folder / "maria-1.3.5/Compilation/runtime"
        script.write_text(script.read_text().replace("-I./Compilation/runtime", f"-I{headers}"))
        run_tool(["make", "-f", "Makefile.Linux", f"-j{os.cpu_count()}", "HAS_READLINE=no", "LIBREADLINE=",
                  "INCREADLINE=", "CC=gcc", f"CXX={MARIA_CXX}", f"CFLAGS={MARIA_CFLAGS}", "maria"], script.parent)
    except Failure as failure:
        return None, str(failure)
    return program, ""


def fetch_maria(folder):
    """The upstream sources, by a list of sources of its own: the machine's lists stay as they are."""
    (folder / "lists/partial").mkdir(parents=True, exist_ok=True)
    (folder / "sources.list").write_text(DEBIAN + "\n")
    apt = ["apt-get", "-o", f"Dir::Etc::SourceList={folder}/sources.list", "-o", "Dir::Etc::SourceParts=/dev/null",
           "-o", f"Dir::State::Lists={folder}/lists", "-o", "APT::Sandbox::User=root"]
    run_tool([*apt, "update"], folder)
    # Debian's own part of the package need not be there; the archive of the authors is enough.
    subprocess.run([*apt, "source", "--download-only", "maria"], cwd=folder, capture_output=True)
    archive = folder / "maria_1.3.5.orig.tar.gz"
    if not archive.exists():
        raise Failure(2, f"{archive.name} could not be fetched from Debian")
    run_tool(["tar", "xzf", archive], folder)


def run_maria(launcher, program, model, folder):
    """`folder` keeps the compiled model: the first run of it is not one to measure."""
    (Path(folder) / "compiled").mkdir(parents=True, exist_ok=True)
    environment = os.environ | {"CFLAGS": MARIA_MODEL_CFLAGS}
    command = [program, "-C", "compiled", "-b", model, "-e", "exit"]
    text, run = launcher.run(command, cwd=folder, environment=environment)
    size = re.search(r"(\d+) states .*?, (\d+) arcs", text)
    if not size:
        raise Failure(2, f"Maria did not explore {model}:\n{text}")
    return run | {"states": int(size[1]), "arcs": int(size[2])}


def median(runs, figure):
    return statistics.median(run[figure] for run in runs)


def check_same(title, ours, theirs, peer, extra=(0, 0)):
    """Both found the same; `extra`: states and arcs that the peer may have more."""
    states, arcs = theirs["states"] - ours["states"], theirs["arcs"] - ours["arcs"]
    if not 0 <= states <= extra[0] or not 0 <= arcs <= extra[1]:
        raise Failure(1, f"{title}: cpngen finds {ours['states']} states and {ours['arcs']} arcs, {peer} "
                         f"{theirs['states']} and {theirs['arcs']}")
