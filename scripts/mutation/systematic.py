"""Columns of the matrix that run the real code under one scheduler, event by event and with all its threads."""

import json

from mutation.program import Program

PROGRAMS = ("paxos_systematic", "quorum_systematic", "paxos_threads_systematic", "quorum_threads_systematic")


class Systematic(Program):
    """A program of systematic/main.h: it says how many schedules it took to the bug, and how short one is."""

    def __init__(self, target, schedules, seconds):
        super().__init__(f"{target} --schedules {schedules} --fail-fast --minimize --json "
                         "--output {scratch}", seconds)

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
    return None


def shortest(harnesses):
    """How many choices the shortest schedule has that fails in the same way."""
    return {"choices": harness["violation"]["choices"] for harness in harnesses if harness["violation"]}


def systematic_programs(schedules, seconds):
    """A column for each; of each harness at most so many schedules."""
    return [Systematic(target, schedules, seconds) for target in PROGRAMS]
