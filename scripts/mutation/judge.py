"""Does a suite kill a mutant? It does when a case fails or does not finish, when the adapter crashes or hangs,
or when a sanitizer reports."""

import json
import os
import re
import signal
import subprocess
import time

from mutation.program import Program, judge_program

CASE_TIMEOUT = {"release": "5s", "dev": "20s", "tsan": "120s"}  # of one case; TSan writes long reports
CASES_AT_A_TIME = {"release": "4", "dev": "2", "tsan": "1"}  # cases wait for disks and sockets, mostly
# Of one call of the adapter; beyond it, it hangs. Some thousand cases take 15 s with release on two idle cores, and
# took over 60 s beside builds: a slow machine must not count as a kill.
SUITE_SECONDS = {"release": 300, "dev": 600, "tsan": 1200}
TSAN_REPEAT = 5  # a race is not met in every run
RACES_WITH_GRPC = (r"\S*(?:sut/paxos/roles/(?:acceptor|learner|proposer|failure_detector|leader_detector)\.cc"
                   r"|quorum/quorum_call\.h):\d+")
RACES_OF_OURS = r"(?!/lib|\(/lib|/usr)\S+:\d+"


def judge(adapter, preset, suite):
    """Runs one suite until a case does not pass, or a program: a kill for the matrix, with what killed (`by`,
    maybe None) and in how many seconds."""
    if isinstance(suite, Program):
        return judge_program(adapter.parent, suite)
    by, seconds = judge_suite(adapter, preset, suite)
    return {"by": by, "seconds": round(seconds, 3)}


def judge_suite(adapter, preset, suite):
    environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=1", UBSAN_OPTIONS="halt_on_error=1",
                       TSAN_OPTIONS="exitcode=0")
    start = time.monotonic()
    process = subprocess.Popen(command(adapter, preset, suite), text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env=environment, start_new_session=True)
    try:
        output, errors = process.communicate(timeout=SUITE_SECONDS[preset])
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return f"no end after {SUITE_SECONDS[preset]} s", time.monotonic() - start
    seconds = time.monotonic() - start
    return killer(process.returncode, output, errors, suite.uses_grpc), seconds


def command(adapter, preset, suite):
    repeat = ["--repeat", str(TSAN_REPEAT)] if preset == "tsan" else []
    return [str(adapter), "run", *map(str, suite.files_for(preset)), "--json", "--fail-fast",
            "--timeout", CASE_TIMEOUT[preset], "--jobs", CASES_AT_A_TIME[preset], *suite.flags, *repeat]


def killer(code, output, errors, uses_grpc):
    """What ended the call: the first case that did not pass, a crash, a sanitizer's report; or nothing."""
    found = race(errors, uses_grpc)
    if found:
        return found
    if code == 0:
        return None
    report = re.search(r"(ERROR: \w+Sanitizer: [\w-]+|runtime error: [^\n]+)", errors)
    if report:
        return report.group(1).replace("ERROR: ", "")[:100]
    try:
        last = json.loads(output)["cases"][-1]
        return f"{last['suite']}#{last['id']}: {last['verdict']}"
    except (json.JSONDecodeError, KeyError, IndexError):
        what = f"signal {-code}" if code < 0 else f"exit code {code}"
        line = (errors.strip().splitlines() or [""])[-1][:80]
        return f"the adapter ended with {what} {line}".strip()


def race(errors, uses_grpc):
    """A data race in our code. Debian's gRPC is not instrumented, so that TSan does not see how it synchronises
    the messages that it hands over: with it, only races inside the roles and the call core are taken for real."""
    where = RACES_WITH_GRPC if uses_grpc else RACES_OF_OURS
    found = re.search(rf"SUMMARY: ThreadSanitizer: ([\w ]+) ({where})", errors)
    return f"{found.group(1)} {found.group(2).replace('../', '')}" if found else None
