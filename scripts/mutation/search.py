"""--search: mutants after whose bug nothing recovers. The search of paxos_systematic must find each, and name the
event that tests/mutants/critical_events.json expects, with timers that are free and with ordered ones."""

import json
import os
import re
import resource
import subprocess
import sys
import time

from mutation import catalogue
from mutation.common import ROOT, Failure, write
from mutation.copies import Copy

PROGRAM = "paxos_systematic"
TIMERS = ("free", "ordered")
SECONDS = 600  # of one call; then it hangs
EXPECTED = catalogue.PATCHES / "critical_events.json"
# Traces that documents open, by mutant and timers: the search must find the same again.
DOCUMENTED = {("one-request-served", "ordered"): ROOT / "docs" / "debugging" / "one_request_served.json"}


def expected_events():
    return json.loads(EXPECTED.read_text(encoding="utf-8"))


def call(binary, properties, timers, more=()):
    """Runs a search: its exit code, its output, and the processor's seconds that it took."""
    words = [word for name in properties for word in ("--search", name)]
    command = [str(binary), *words, "--test", "search-3", "--timers", timers, "--json", *more]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    start = time.monotonic()
    try:
        done = subprocess.run(command, text=True, capture_output=True, timeout=SECONDS, cwd=os.path.dirname(binary),
                              check=False)
    except subprocess.TimeoutExpired as error:
        raise Failure(f"no end after {SECONDS} s: {' '.join(command)}") from error
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return done.returncode, done.stdout, round(used, 1), round(time.monotonic() - start, 1)


def judge(output, expected, timers):
    """What a search found of a mutant: a row, with what is wrong with it; nothing: it is as expected."""
    search = json.loads(output)["searches"][0]
    found = search["properties"][0]
    row = {"found": found["found"], "executions": search["executions"], "step": found["critical"],
           "walks": found["walks"], "event": "", "wrong": None}
    if found["found"] != "dead":
        row["wrong"] = f"{found['found'] or 'nothing'} was found, and no critical event"
        return row
    event = found["critical_event"]
    row["event"] = event["step"]
    row["notes"] = event["notes"]
    row["wrong"] = wrong_with(found, expected, expected[timers])
    return row


def wrong_with(found, expected, wanted):
    """Is the event the one that is expected, and what came before it, and what is owed from then on?"""
    event, before = found["critical_event"], []
    for step in found["trace"][:-1]:
        before += [step["step"], *step["notes"]]
    if not re.match(wanted, event["step"]):
        return f"the critical event is '{event['step']}', and not one of '{wanted}'"

    def came(pattern):
        return any(re.search(pattern.replace("{node}", event["node"]), line) for line in before)

    if "after" in expected and not came(expected["after"]):
        return f"'{expected['after']}' did not come before '{event['step']}'"
    if "not_after" in expected and came(expected["not_after"]):
        return f"'{expected['not_after']}' came before '{event['step']}'"
    if "owed" in expected and not re.match(expected["owed"], found["owed"]):
        return f"from then on '{found['owed']}', and not '{expected['owed']}'"
    return None


def unlike_document(name, timers, trace, documented=None):
    """What is wrong when a document opens the trace of this search, and it is another one."""
    document = (documented or DOCUMENTED).get((name, timers))
    if document is None or trace.read_bytes() == document.read_bytes():
        return None
    return f"the trace differs from {document}; if it is right: cp {trace} {document}"


def text_of(name, timers, row):
    return (f"{name:26} {timers:8} {row['executions']:5} executions, {row['seconds']:5.1f} s: "
            f"{row['event'] or row['found']}" + (f"\n    {row['wrong']}" if row["wrong"] else ""))


def search_mutants(entries, figures):
    """All of them, one after the other. Returns what is wrong, as messages."""
    events = expected_events()
    chosen = [entry for entry in entries if entry["id"] in events]
    if not chosen:
        raise Failure(f"none of these mutants is in {EXPECTED.name}")
    copy = Copy(0, (PROGRAM,))
    problems, rows = unmodified(copy, events), []
    for entry in chosen if not problems else []:
        copy.mutate(entry)
        build(copy, entry["id"])
        wanted = events[entry["id"]]
        for timers in TIMERS:
            trace = binary_of(copy).with_name(f"{entry['id']}-{timers}.json")
            _, output, used, waited = call(binary_of(copy), [wanted["property"]], timers, ["--trace", str(trace)])
            row = judge(output, wanted, timers)
            row["wrong"] = row["wrong"] or unlike_document(entry["id"], timers, trace)
            row |= {"id": entry["id"], "timers": timers, "seconds": used, "waited": waited}
            rows.append(row)
            print(text_of(entry["id"], timers, row), flush=True)
            if row["wrong"]:
                problems.append(f"{entry['id']}, timers {timers}: {row['wrong']}")
        copy.restore()
    write(figures / "search.json", json.dumps(rows, indent=2) + "\n")
    return problems


def unmodified(copy, events):
    """The unmodified sources must be silent."""
    build(copy, "the unmodified sources")
    properties = sorted({event["property"] for event in events.values()})
    problems = []
    for timers in TIMERS:
        code, output, used, _ = call(binary_of(copy), properties, timers, ["--executions", "200"])
        print(f"unmodified, timers {timers}: exit code {code}, {used:.1f} s", file=sys.stderr, flush=True)
        if code != 0:
            problems.append(f"the unmodified sources are not silent, timers {timers}: {output[:200]}")
    return problems


def binary_of(copy):
    return copy.tree / "build" / "release" / "bin" / PROGRAM


def build(copy, name):
    output = copy.build("release")
    if output:
        raise Failure(f"{name} does not build:\n{output[-2000:]}")
