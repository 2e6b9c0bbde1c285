import json
import unittest

from mutation.suites import chosen
from mutation.systematic import systematic_programs
from mutation.tests.figures import FakeSuite, entry

CLEAN = {"harness": "replicas-2", "schedules": 1000, "violation": None, "nondeterminism": None}
FOUND = {"harness": "replicas-3", "schedules": 34, "nondeterminism": None,
         "violation": {"monitor": "agreement", "strategy": "pct:3", "iteration": 33, "choices": 17}}


class SystematicTest(unittest.TestCase):
    def setUp(self):
        self.program = systematic_programs(1000, 20)[0]

    def killed(self, *harnesses, code=1):
        return self.program.killed(code, json.dumps({"harnesses": harnesses}), "")

    def test_its_files_go_where_they_are_forgotten(self):
        self.assertEqual(self.program.arguments[-2:], ["--output", "{scratch}"])

    def test_a_violation_kills_with_the_schedules_until_then(self):
        self.assertEqual(self.killed(CLEAN, FOUND),
                         {"by": "replicas-3: agreement (pct:3, schedule 34)", "schedules": 1034, "choices": 17})

    def test_clean_harnesses_do_not(self):
        self.assertEqual(self.killed(CLEAN, code=0), {"by": None, "schedules": 1000})

    def test_nor_does_one_that_ends_early_live(self):
        self.assertEqual(self.killed(CLEAN, code=3)["by"], 'exit code 3: ' + json.dumps({"harnesses": [CLEAN]})[:80])

    def test_nondeterminism_kills(self):
        self.assertEqual(self.killed(CLEAN | {"nondeterminism": "a thread"})["by"], "replicas-2: not deterministic")

    def test_a_crash_kills(self):
        self.assertEqual(self.program.killed(-6, "", "terminate called"), {"by": "signal 6: terminate called"})

    def test_races_need_no_build_of_their_own(self):
        self.assertEqual(self.program.preset_of(entry("a", preset="tsan")), "release")
        self.assertEqual(self.program.preset_of(entry("a", preset="dev")), "dev")
        names = [suite.name for suite in chosen([FakeSuite("acceptor"), FakeSuite("system"), self.program],
                                                [entry("a", preset="tsan")], must=False)]
        self.assertEqual(names, ["acceptor", "paxos_systematic"])


if __name__ == "__main__":
    unittest.main()
