"""What an attack is: files in a folder, a command that runs there, and how it must end."""

import dataclasses
import os
import signal
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# How a program may end. The number is its exit code, or the signal that ended it, negated.
ENDS = {
    "done": 0,  # what was asked for is done
    "found": 1,  # it is done, and the answer is bad: a violated property, a failed case
    "refused": 2,  # the input or the call is wrong, and one message says where and why
    "limit": 3,  # a limit was reached, or the case is inconclusive
    "piped": -signal.SIGPIPE,  # by the signal: who read its standard output has gone
}


@dataclasses.dataclass(frozen=True)
class File:
    """Something in the folder of an attack. `make` gives the bytes of a file, or what a link points to."""

    make: Callable[[], bytes]
    kind: str = "file"  # or link, fifo, folder

    def create(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if self.kind == "folder":
            path.mkdir(exist_ok=True)
        elif self.kind == "fifo":
            os.mkfifo(path)
        elif self.kind == "link":
            path.symlink_to(os.fsdecode(self.make()))
        else:
            path.write_bytes(self.make())


def text(content):
    """A file with this text."""
    return File(lambda: content.encode("utf-8", "surrogateescape"))


def binary(content):
    return File(lambda: content)


@dataclasses.dataclass(frozen=True)
class Attack:
    name: str  # CLASS/WHAT, unique
    command: tuple[str, ...]  # the first word is a program of the build; {root} is the source folder
    ends: tuple[str, ...]  # of ENDS
    files: Mapping[str, File] = dataclasses.field(default_factory=dict)
    says: str = ""  # regular expression that must be found in standard error
    never: str = ""  # one that must not be found there
    place: str = ""  # the file whose place a refusal must name, as FILE:LINE
    several: bool = False  # a refusal may list several errors
    outputs: tuple[str, ...] = ()  # patterns of files that may be there afterwards, unless refused
    seconds: float = 10  # of its own time (processor); three times as many by the clock
    memory: int = 600  # MB: twice the limit that was given
    runs: int = 2  # with the same output
    compare: bool = True  # False: what is printed may differ between runs
    stdin: str = ""  # a file of the folder; without it, nothing can be read
    stdout: str = "file"  # or closed, full, or head: a pipe whose reader reads a line and goes away
    stderr: str = "file"  # or closed, full
    ulimit: Mapping[str, int] = dataclasses.field(default_factory=dict)  # letters of the shell's
    signal: str = ""  # sent once the program has computed for 0.3 s
    gate: bool = True  # whether the gate has time for it

    @property
    def group(self):
        return self.name.split("/", 1)[0]
