"""Runs a command in a folder of its own, under limits, and tells what became of it.

A program that exceeds a limit is killed, and so is what it leaves behind: each run has a mark in its
environment by which its processes are found.
"""

import dataclasses
import hashlib
import os
import re
import resource
import select
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from pathlib import Path

MARK = "CPNGEN_ATTACK"
MOST_OUTPUT = 256 << 20  # bytes of standard output or error
SIGNAL_AFTER = 0.3  # seconds of processor time
LOOK_EVERY = 0.02  # seconds
TICKS = os.sysconf("SC_CLK_TCK")


def _with_own_signals():
    """In the child: whoever runs the attacks, as by nohup, may ignore some."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)


@dataclasses.dataclass
class Outcome:
    code: int | None = None  # exit code
    signal: str = ""  # that ended it, unless the runner sent it
    stopped: str = ""  # why the runner ended it: time, memory, output
    seconds: float = 0.0
    processor: float = 0.0
    answered: float = 0.0  # seconds from the signal that was sent to the end
    peak: int = 0  # bytes of resident memory
    out: bytes = b""
    err: bytes = b""
    new: dict[str, str] = dataclasses.field(default_factory=dict)  # files that were not there, hashed
    changed: list[str] = dataclasses.field(default_factory=list)  # inputs that are not as before
    left: list[str] = dataclasses.field(default_factory=list)  # processes that went on


def run(attack, command, most_seconds=None):
    """Runs `command` (whole paths) in a new folder with the attack's files."""
    home = Path(tempfile.mkdtemp(prefix="attack-"))
    try:
        folder = home / "folder"
        for path in (folder, home / "tmp"):
            path.mkdir()
        for name, file in attack.files.items():
            file.create(folder / name)
        before = snapshot(folder)
        outcome = _Run(attack, command, home, most_seconds or attack.seconds).outcome()
        after = snapshot(folder)
        outcome.new = {name: what for name, what in after.items() if name not in before}
        outcome.new |= {f"TMPDIR/{name}": what for name, what in snapshot(home / "tmp").items()}
        outcome.changed = sorted(name for name, what in before.items() if after.get(name) != what)
        return outcome
    finally:
        shutil.rmtree(home, ignore_errors=True)


def snapshot(folder):
    """All below the folder by its path there, with a hash of what it is."""
    seen = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            what = f"link to {os.readlink(path)}"
        elif path.is_file():
            what = hashlib.sha256(path.read_bytes()).hexdigest()
        else:
            what = "folder" if path.is_dir() else "special"
        seen[str(path.relative_to(folder))] = what
    return seen


class _Run:
    def __init__(self, attack, command, home, most_seconds):
        self.attack = attack
        self.command = command
        self.home = home
        self.most_seconds = most_seconds
        self.mark = uuid.uuid4().hex
        self.result = Outcome()

    def outcome(self):
        begin = time.monotonic()
        reader, process = self._start()
        try:
            self._watch(process, begin, reader)
        finally:
            self._end_what_is_left()
        self.result.seconds = time.monotonic() - begin
        self.result.out = (self.home / "out").read_bytes()
        self.result.err = (self.home / "err").read_bytes()
        return self.result

    def _start(self):
        environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(self.home),
                       "TMPDIR": str(self.home / "tmp"), "LC_ALL": "C.UTF-8", MARK: self.mark}
        environment |= {name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")}
        reader, out = None, None
        if self.attack.stdout == "head":
            reader, out = os.pipe()
            (self.home / "out").write_bytes(b"")
        handles = [open(self.home / name, "wb") for name in ("out", "err")]
        full = open("/dev/full", "wb")
        stdin = (open(self.home / "folder" / self.attack.stdin, "rb") if self.attack.stdin
                 else open(os.devnull, "rb"))
        targets = {"file": None, "closed": None, "full": full, "head": out}
        try:
            process = subprocess.Popen(
                self._with_limits(), cwd=self.home / "folder", env=environment, stdin=stdin,
                stdout=targets[self.attack.stdout] or handles[0],
                stderr=targets[self.attack.stderr] or handles[1], start_new_session=True,
                preexec_fn=_with_own_signals)
        finally:
            for handle in (*handles, full, stdin):
                handle.close()
            if out is not None:
                os.close(out)
        return reader, process

    def _with_limits(self):
        steps = [f"ulimit -{letter} {value}" for letter, value in self.attack.ulimit.items()]
        closed = [f"{number}>&-" for number, where in ((1, self.attack.stdout), (2, self.attack.stderr))
                  if where == "closed"]
        if not steps and not closed:
            return self.command
        script = " && ".join([*steps, f'exec "$@" {" ".join(closed)}'])
        return ["sh", "-c", script, "sh", *self.command]

    def _watch(self, process, begin, reader):
        descriptor = os.pidfd_open(process.pid)
        signalled = 0.0
        wanted = [descriptor] if reader is None else [descriptor, reader]
        ended = False
        try:
            while not ended:
                ready = select.select(wanted, [], [], LOOK_EVERY)[0]
                ended = descriptor in ready
                if reader in ready:
                    os.read(reader, 1)  # one byte, and nobody reads on
                    wanted = [descriptor]
                    os.close(reader)
                    reader = None
                if ended:
                    break
                self._look(process.pid, begin)
                if self.attack.signal and not signalled and self.result.processor >= SIGNAL_AFTER:
                    signalled = time.monotonic()
                    os.kill(process.pid, getattr(signal, f"SIG{self.attack.signal}"))
                if self.result.stopped:
                    os.killpg(process.pid, signal.SIGKILL)
        finally:
            os.close(descriptor)
            if reader is not None:
                os.close(reader)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = 0  # it is waited for
        self.result.processor = usage.ru_utime + usage.ru_stime
        # A process that has just been forked counts with the memory of this one.
        if usage.ru_maxrss > resource.getrusage(resource.RUSAGE_SELF).ru_maxrss:
            self.result.peak = max(self.result.peak, usage.ru_maxrss * 1024)
        if signalled:
            self.result.answered = time.monotonic() - signalled
        if os.WIFEXITED(status):
            self.result.code = os.WEXITSTATUS(status)
        elif not self.result.stopped:
            self.result.code = -os.WTERMSIG(status)
            self.result.signal = signal.Signals(os.WTERMSIG(status)).name

    def _look(self, process, begin):
        try:
            with open(f"/proc/{process}/status", encoding="ascii", errors="replace") as file:
                peak = re.search(r"VmHWM:\s*(\d+)", file.read())
                self.result.peak = max(self.result.peak, int(peak.group(1)) * 1024 if peak else 0)
            with open(f"/proc/{process}/stat", encoding="ascii", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
            self.result.processor = sum(int(fields[i]) for i in range(11, 15)) / TICKS
        except (OSError, IndexError):
            return
        clock = time.monotonic() - begin
        if self.result.processor > self.most_seconds or clock > 3 * self.most_seconds:
            self.result.stopped = "time"
        elif self.result.peak > self.attack.memory << 20:
            self.result.stopped = "memory"
        elif max((self.home / name).stat().st_size for name in ("out", "err")) > MOST_OUTPUT:
            self.result.stopped = "output"

    def _end_what_is_left(self):
        """What goes on two seconds later is named, and killed."""
        until = time.monotonic() + (0 if self.result.stopped else 2)
        left = self._marked()
        while left and time.monotonic() < until:
            time.sleep(LOOK_EVERY)
            left = self._marked()
        if not self.result.stopped:
            self.result.left = sorted(left.values())
        while left:
            for process in left:
                try:
                    os.kill(process, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            time.sleep(LOOK_EVERY)
            left = self._marked()

    def _marked(self):
        wanted = f"{MARK}={self.mark}".encode()
        found = {}
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                try:
                    with open(f"/proc/{entry}/environ", "rb") as file:
                        if wanted in file.read().split(b"\0"):
                            found[int(entry)] = Path(f"/proc/{entry}/comm").read_text().strip()
                except OSError:
                    continue
        return found
