import json
import tempfile
import unittest
from pathlib import Path

from mutation import judge
from mutation.suites import Suite


def report(*verdicts):
    cases = [{"suite": "s", "id": i + 1, "verdict": verdict} for i, verdict in enumerate(verdicts)]
    return json.dumps({"cases": cases})


class KillerTest(unittest.TestCase):
    def killer(self, code=1, output="", errors="", uses_grpc=False):
        return judge.killer(code, output, errors, uses_grpc)

    def test_a_suite_that_passes_kills_nothing(self):
        self.assertIsNone(self.killer(code=0, output=report("pass")))

    def test_the_case_that_ended_the_run_kills(self):
        self.assertEqual(self.killer(output=report("pass", "fail")), "s#2: fail")
        self.assertEqual(self.killer(output=report("inconclusive")), "s#1: inconclusive")

    def test_a_signal_kills(self):
        self.assertEqual(self.killer(code=-11), "the adapter ended with signal 11")

    def test_an_exit_without_report_kills_and_shows_the_last_line(self):
        self.assertEqual(self.killer(code=2, output='{"cases": []}', errors="one\ntwo\n"),
                         "the adapter ended with exit code 2 two")

    def test_a_sanitizers_report_kills(self):
        self.assertEqual(self.killer(errors="==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1"),
                         "AddressSanitizer: heap-use-after-free")
        self.assertEqual(self.killer(code=-6, errors="a.cc:1:2: runtime error: signed integer overflow\n"),
                         "runtime error: signed integer overflow")


class RaceTest(unittest.TestCase):
    """TSan's exit code is 0 in these runs: its report alone says that there was a race."""

    def race(self, place, uses_grpc):
        errors = f"noise\nSUMMARY: ThreadSanitizer: data race {place} in f()\n"
        return judge.killer(0, report("pass"), errors, uses_grpc)

    def test_a_race_in_our_code_kills(self):
        self.assertEqual(self.race("../../quorum/timer.cc:12", False), "data race quorum/timer.cc:12")

    def test_a_race_in_a_system_library_is_nobodys(self):
        self.assertIsNone(self.race("/usr/include/c++/12/bits/a.h:1", False))
        self.assertIsNone(self.race("(/lib/x86_64-linux-gnu/libgrpc.so.29+0x1)", False))

    def test_beside_grpc_only_roles_and_calls_are_believed(self):
        self.assertEqual(self.race("../../sut/paxos/roles/acceptor.cc:9", True),
                         "data race sut/paxos/roles/acceptor.cc:9")
        self.assertEqual(self.race("/src/quorum/quorum_call.h:70", True), "data race /src/quorum/quorum_call.h:70")
        self.assertIsNone(self.race("../../quorum/timer.cc:12", True))


class CallTest(unittest.TestCase):
    SUITE = Suite("acceptor", [Path("units/acceptor-s3.xml")], ["--transport", "inproc"])

    def adapter(self, script):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / "adapter"
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)
        return path

    def test_the_adapter_stops_at_the_first_case_that_does_not_pass(self):
        self.assertEqual(judge.command("adapter", "release", self.SUITE),
                         ["adapter", "run", "units/acceptor-s3.xml", "--json", "--fail-fast", "--timeout", "5s",
                          "--jobs", "4", "--transport", "inproc"])

    def test_under_tsan_it_runs_each_case_several_times(self):
        self.assertEqual(judge.command("adapter", "tsan", self.SUITE)[-2:], ["--repeat", "5"])

    def test_what_the_adapter_reports_is_judged(self):
        kill = judge.judge(self.adapter(f"echo '{report('fail')}'; exit 1"), "release", self.SUITE)
        self.assertEqual(kill["by"], "s#1: fail")
        self.assertGreaterEqual(kill["seconds"], 0)

    def test_a_crash_is_judged(self):
        kill = judge.judge(self.adapter("kill -SEGV $$"), "release", self.SUITE)
        self.assertEqual(kill["by"], "the adapter ended with signal 11")


if __name__ == "__main__":
    unittest.main()
