#!/usr/bin/env python3
"""cpngen_mpi under mpirun against cpngen: counts, reports, suites, verdicts with their runs,
limits, errors, and runs that are killed and go on.

Usage: mpi_test.py BIN_FOLDER MODELS_FOLDER [--kills N] [--seed S]
Exit code 77, with the reason: mpirun or cpngen_mpi is not there.
"""

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile

SKIPPED = 77
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--mca", "plm_rsh_agent", "false"]
SMALL = [
    ["philosophers.lua", "-D", "N=12"],
    ["producers_consumers.lua"],
    ["two_phase.lua", "-D", "N=3"],
    ["paxos", "-D", "replicas=2", "-D", "clients=2"],
    ["two_phase_commit", "-D", "W=4"],
]
failures = []


def check(what, got, wanted):
    if got != wanted:
        failures.append(what)
        print(f"FAILED: {what}\n  got    {got}\n  wanted {wanted}")


class Programs:
    def __init__(self, folder, models):
        self.folder, self.models = folder, models

    def words(self, call):
        """MODEL stands where the path of a model begins."""
        return [os.path.join(self.models, word[6:]) if word.startswith("MODEL/") else word
                for word in call]

    def alone(self, call):
        return subprocess.run([os.path.join(self.folder, "cpngen")] + self.words(call),
                              capture_output=True, text=True)

    def command(self, ranks, call):
        return MPIRUN + ["-n", str(ranks), os.path.join(self.folder, "cpngen_mpi")] + self.words(
            call)

    def together(self, ranks, call):
        return subprocess.run(self.command(ranks, call), capture_output=True, text=True)


def without_times(text):
    result = json.loads(text)
    result.pop("seconds", None)
    return result


def verdicts(text):
    """What `check --json` says but for times and notes."""
    def strip(value):
        if isinstance(value, list):
            return [strip(each) for each in value]
        if not isinstance(value, dict):
            return value
        return {key: strip(each) for key, each in value.items()
                if "seconds" not in key and key not in ("notes", "vacuous")}
    return strip(json.loads(text))


def model(call):
    return ["MODEL/" + call[0]] + call[1:]


def counts(programs):
    for words in SMALL:
        call = ["space", *model(words), "--count", "--json"]
        wanted = without_times(programs.alone(call).stdout)
        for ranks in (1, 2, 4, 8):
            got = programs.together(ranks, call)
            check(f"{words} on {ranks} ranks: exit code", got.returncode, 0)
            if got.returncode == 0:
                check(f"{words} on {ranks} ranks", without_times(got.stdout), wanted)
            else:
                print(got.stderr)


def reports(programs):
    for words in SMALL:
        call = ["space", *model(words)]
        wanted = programs.alone(call).stdout
        for ranks in (1, 2, 4, 8):
            got = programs.together(ranks, call)
            check(f"report on {words} by {ranks} ranks: exit code", got.returncode, 0)
            check(f"report on {words} by {ranks} ranks", got.stdout, wanted)
    call = ["space", *model(SMALL[0]), "--json"]
    check("report as JSON", without_times(programs.together(3, call).stdout),
          without_times(programs.alone(call).stdout))


SUITES = [
    ["two_phase_commit", "--spec", "system", "-D", "W=2"],
    ["two_phase_commit", "--spec", "decision", "-D", "W=5"],
    ["paxos", "--spec", "system", "-D", "replicas=2", "-D", "clients=2"],
    ["paxos", "--spec", "system", "-D", "phase_one_failures=1"],
]


def suites(programs, folder):
    for words in SUITES:
        alone, together = os.path.join(folder, "alone.xml"), os.path.join(folder, "together.xml")
        call = ["generate", *model(words), "--state-space", "-o"]
        wanted = programs.alone(call + [alone])
        check(f"suite of {words}: exit code", wanted.returncode, 0)
        for ranks in (1, 2, 4, 8):
            got = programs.together(ranks, call + [together])
            check(f"suite of {words} by {ranks} ranks: exit code", got.returncode, 0)
            with open(alone, "rb") as one, open(together, "rb") as other:
                check(f"suite of {words} by {ranks} ranks is that of one process",
                      other.read() == one.read(), True)
            os.remove(together)


def invariants(programs, folder):
    path = os.path.join(folder, "lock.lua")
    with open(path, "w", encoding="utf-8") as file:
        file.write("""N = param(10)
Client = range(1, N)
var { c = Client }
Idle, Waiting, Holding = place(Client, all), place(Client), place(Client)
Request = transition { input = { Idle(c) }, output = { Waiting(c) } }
Grant   = transition { input = { Waiting(c) }, output = { Holding(c) } }
Release = transition { input = { Holding(c) }, output = { Idle(c) } }
property "not all"  (INV(NF(function(M) return #M.Holding < N end)))
property "no more"  (INV(NF(function(M) return #M.Idle + #M.Waiting + #M.Holding == N end)))
property "at last"  (EV(NF(function(M) return #M.Holding == 1 end)))
""")
    call = ["check", path, "--property", "not all", "--property", "no more", "--json"]
    alone = programs.alone(call)
    for ranks in (1, 2, 4):
        got = programs.together(ranks, call)
        check(f"check on {ranks} ranks: exit code", got.returncode, alone.returncode)
        check(f"check on {ranks} ranks", verdicts(got.stdout), verdicts(alone.stdout))
    refused = programs.together(2, ["check", path])
    check("EV is refused: exit code", refused.returncode, 2)
    check("EV is refused", "cpngen: property \"at last\" is not decided by several processes" in
          refused.stderr, True)


def limits_and_errors(programs):
    call = ["space", "MODEL/philosophers.lua", "-D", "N=7", "--count", "--json", "--max-states",
            "300"]
    alone = programs.alone(call)
    got = programs.together(3, call)
    check("--max-states: exit code", got.returncode, 3)
    wanted = without_times(alone.stdout)
    wanted.pop("growth", None)
    found = without_times(got.stdout)
    found.pop("growth", None)
    check("--max-states", found, wanted)
    for call, code, said in (
        (["space", "MODEL/none.lua", "--count"], 2, "none.lua"),
        (["space", "MODEL/philosophers.lua", "--dump", "x.aut"], 2, "--dump are not shared out"),
        (["draw", "MODEL/two_phase_commit", "-o", "x.dot"], 2, "all else is done by `cpngen`"),
        (["generate", "MODEL/two_phase_commit", "--spec", "system", "--state-space",
          "--max-cases", "2", "-o", "x.xml"], 3, "and the limit is 2; no suite is written"),
        (["space", "MODEL/philosophers.lua", "--count", "--workers", "2"], 2,
         "the processes of mpirun are the workers"),
        (["space", "MODEL/philosophers.lua", "--count", "--resume", "none"], 2,
         "there is no checkpoint to go on from"),
    ):
        got = programs.together(2, call)
        check(f"{call}: exit code", got.returncode, code)
        check(f"{call}: says '{said}' once", got.stderr.count(said), 1)


def memory_limits(programs):
    """What was found is reported, also when markings would have gone to other owners just then."""
    call = ["space", "MODEL/paxos", "-D", "clients=2", "-D", "phase_one_failures=1", "-D",
            "reduce=false", "--count", "--json"]
    for mebibytes in (50, 60, 70):
        got = programs.together(3, call + ["--max-memory", f"{mebibytes}M"])
        check(f"--max-memory {mebibytes}M: exit code", got.returncode, 3)
        check(f"--max-memory {mebibytes}M: says how many there are", '"nodes"' in got.stdout, True)


def children_of(pid):
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(name))
    return sorted(found)


def wait(run, seconds):
    """Has it ended?"""
    try:
        run.wait(timeout=seconds)
        return True
    except subprocess.TimeoutExpired:
        return False


def kill_and_resume(programs, kills, seed):
    chance = random.Random(seed)
    call = ["space", "MODEL/philosophers.lua", "-D", "N=13", "--count", "--json",
            "--checkpoint-minutes", "0"]
    wanted = without_times(programs.alone(call[:-2]).stdout)
    killed = resumed = 0
    folder = tempfile.mkdtemp()
    while killed < kills:
        going_on = any(name.startswith("level-") and not name.endswith(".part")
                       for name in os.listdir(folder))
        resumed += going_on
        more = ["--checkpoint", folder] + (["--resume", folder] if going_on else [])
        run = subprocess.Popen(programs.command(2, call + more), stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
        # Not before ranks explore: a process that dies while mpirun begins is mpirun's business.
        before = set(os.listdir(folder))
        while run.poll() is None and set(os.listdir(folder)) == before:
            wait(run, 0.01)
        if not wait(run, chance.uniform(0, 0.5)):
            victims = children_of(run.pid)
            if len(victims) == 2:
                os.kill(chance.choice(victims), signal.SIGKILL)
                killed += 1
        out, err = run.communicate(timeout=120)
        if run.returncode == 0:
            check("a run that goes on", without_times(out), wanted)
            shutil.rmtree(folder)
            folder = tempfile.mkdtemp()
        elif "signal 9" not in err:
            check("a rank that dies is named", err, "... signal 9 ...")
    going_on = os.listdir(folder)
    got = programs.together(2, call + (["--resume", folder] if any(
        name.startswith("level-") and not name.endswith(".part") for name in going_on) else []))
    check("the last run: exit code", got.returncode, 0)
    if got.returncode == 0:
        check("the last run", without_times(got.stdout), wanted)
    shutil.rmtree(folder)
    print(f"{killed} processes killed, {resumed} times gone on")


def layers_opened(programs, options):
    """Messaging layers of Open MPI, which says so; empty where another MPI does not."""
    command = programs.command(1, ["space", "MODEL/philosophers.lua", "-D", "N=2", "--count"])
    command[1:1] = ["--mca", "pml_base_verbose", "100"] + options
    err = subprocess.run(command, capture_output=True, text=True, timeout=120).stderr
    return set(re.findall(r"components_open: found loaded component (\w+)", err))


def only_what_one_machine_needs(programs):
    chosen = layers_opened(programs, ["--mca", "pml", "^monitoring"])
    if not chosen:
        print("not tested: this MPI does not say which layers it opens")
        return
    check("what the user chose", chosen > {"ob1"} and "monitoring" not in chosen, True)
    check("layers on one machine", layers_opened(programs, []), {"ob1"})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin")
    parser.add_argument("models")
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if shutil.which("mpirun") is None:
        print("skipped: there is no mpirun (scripts/install-deps installs it)")
        sys.exit(SKIPPED)
    if not os.path.exists(os.path.join(options.bin, "cpngen_mpi")):
        print("skipped: cpngen_mpi was not built, for want of MPI")
        sys.exit(SKIPPED)
    programs = Programs(options.bin, options.models)
    with tempfile.TemporaryDirectory() as folder:
        counts(programs)
        reports(programs)
        suites(programs, folder)
        invariants(programs, folder)
        limits_and_errors(programs)
        memory_limits(programs)
        only_what_one_machine_needs(programs)
        kill_and_resume(programs, options.kills, options.seed)
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
