"""Columns of the matrix that are programs of the build: unit tests, systematic testing."""

import os
import re
import shlex
import signal
import subprocess
import tempfile
import time

from mutation.catalogue import preset_of
from mutation.common import Failure

# Of a program that is, byte for byte, what the unmodified sources give: the mutant is not in it.
UNCHANGED = {"by": None, "seconds": 0.0, "unchanged": True}


class Program:
    """What `--run "TARGET ARGUMENT..."` says: a target to build, and how it is called."""

    def __init__(self, text, seconds):
        words = shlex.split(text)
        if not words:
            raise Failure("--run wants the name of a program of the build, and maybe arguments")
        self.target, self.arguments, self.seconds = words[0], words[1:], seconds
        self.text = text  # known results are of this call only
        self.name = self.target
        self.files = []

    def preset_of(self, entry):
        """The build that a mutant shows itself in to this program."""
        return preset_of(entry)

    def killed(self, code, output, errors):
        """What its end says of a mutant, for the matrix."""
        return {"by": failure(code, output, errors)}


def programs(texts, seconds):
    """The programs of several --run; each has a column, so that names differ."""
    columns = [Program(text, seconds) for text in texts]
    for i, column in enumerate(columns):
        earlier = sum(1 for other in columns[:i] if other.target == column.target)
        if earlier:
            column.name += f"-{earlier + 1}"
    return columns


def judge_program(folder, program):
    """Runs it in its build's folder of programs: a kill for the matrix."""
    environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=1", UBSAN_OPTIONS="halt_on_error=1")
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        command = [str(folder / program.target),
                   *(argument.replace("{scratch}", scratch) for argument in program.arguments)]
        found = run_program(command, environment, folder, program)
    return {**found, "seconds": round(time.monotonic() - start, 3)}


def run_program(command, environment, folder, program):
    process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, errors="replace",
                               env=environment, start_new_session=True, cwd=folder)
    try:
        output, errors = process.communicate(timeout=program.seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return {"by": f"no end after {program.seconds} s"}
    return program.killed(process.returncode, output, errors)


def failure(code, output, errors):
    """What failed: a sanitizer's report, the first test of GoogleTest, or the last line; or nothing."""
    if code == 0:
        return None
    for pattern in (r"ERROR: (\w+Sanitizer: [\w-]+)", r"(runtime error: [^\n]+)",
                    r"WARNING: (ThreadSanitizer: [\w ]+\w)", r"\[  FAILED  \] ([\w/]+\.[\w/]+)"):
        found = re.search(pattern, errors) or re.search(pattern, output)
        if found:
            return found.group(1)[:100]
    what = f"signal {-code}" if code < 0 else f"exit code {code}"
    lines = errors.strip().splitlines() or output.strip().splitlines()
    return f"{what}: {lines[-1][:80]}" if lines else what
