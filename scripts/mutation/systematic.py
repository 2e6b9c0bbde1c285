"""Columns of the matrix that run the real code under one scheduler, event by event and with all its threads."""

import json

from mutation.program import Program

PROGRAMS = ("paxos_systematic", "quorum_systematic", "paxos_threads_systematic", "quorum_threads_systematic")


FEW = 100  # the first look at a mutant takes this part of the schedules
LONG = 10  # so much more time has the second look until it is said to hang


class Systematic(Program):
    """A program of systematic/main.h: it says how many schedules it took to the bug, and how short one is.
    `further` is the same with more schedules, for mutants that no program of its kind finds with few."""

    def __init__(self, target, schedules, seconds, further=None):
        super().__init__(f"{target} --schedules {schedules} --fail-fast --minimize --json "
                         "--output {scratch}", seconds)
        self.further = further
        if further:
            self.text += "; " + further.text

    def preset_of(self, entry):
        """Here a scheduler meets the races for which suites need ThreadSanitizer."""
        preset = super().preset_of(entry)
        return "release" if preset == "tsan" else preset

    def killed(self, code, output, errors):
        try:
            harnesses = json.loads(output)["harnesses"]
        except (json.JSONDecodeError, KeyError):
            return super().killed(code, output, errors)
        schedules = sum(harness["schedules"] for harness in harnesses)
        by = what_failed(harnesses) or super().killed(code, output, errors)["by"]
        return {"by": by, "schedules": schedules, **shortest(harnesses)}


def what_failed(harnesses):
    """The first violation among the results: harness, monitor and strategy."""
    for harness in harnesses:
        if harness["violation"]:
            found = harness["violation"]
            return f"{harness['harness']}: {found['monitor']} ({found['strategy']}, schedule {found['iteration'] + 1})"
        if harness["nondeterminism"]:
            return f"{harness['harness']}: not deterministic"
        if harness.get("buggy"):
            monitors = ", ".join(harness["buggy_by_monitor"])
            return f"{harness['harness']}: {monitors}, but not again when replayed: not deterministic"
    return None


def shortest(harnesses):
    """How many choices the shortest schedule has that fails in the same way."""
    return {"choices": harness["violation"]["choices"] for harness in harnesses if harness["violation"]}


def systematic_programs(schedules, seconds):
    """A column for each; of each harness at most so many schedules."""
    return [Systematic(target, max(1, schedules // FEW), seconds, Systematic(target, schedules, LONG * seconds))
            for target in PROGRAMS]


def further(programs, kills, judge):
    """What the programs find with all schedules when none of them found anything with few; the first one that
    does ends it. `kills` are those of few, `judge` runs a program."""
    found = {}
    if any(kills[program.name]["by"] for program in programs):
        return found
    for program in programs:
        if kills[program.name].get("unchanged"):
            continue
        few, many = kills[program.name], judge(program.further)
        sums = {key: few[key] + many[key] for key in ("seconds", "schedules") if key in few.keys() & many.keys()}
        found[program.name] = {**many, **sums}
        if many["by"]:
            break
    return found
