import json
import unittest

from mutation.program import UNCHANGED
from mutation.suites import chosen
from mutation.systematic import further, systematic_programs
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

    def test_so_does_a_failure_that_does_not_come_again(self):
        self.assertEqual(self.killed(CLEAN | {"buggy": 1, "buggy_by_monitor": {"durable": 1}})["by"],
                         "replicas-2: durable, but not again when replayed: not deterministic")

    def test_a_crash_kills(self):
        self.assertEqual(self.program.killed(-6, "", "terminate called"), {"by": "signal 6: terminate called"})

    def test_races_need_no_build_of_their_own(self):
        self.assertEqual(self.program.preset_of(entry("a", preset="tsan")), "release")
        self.assertEqual(self.program.preset_of(entry("a", preset="dev")), "dev")
        names = [suite.name for suite in chosen([FakeSuite("acceptor"), FakeSuite("system"), self.program],
                                                [entry("a", preset="tsan")], must=False)]
        self.assertEqual(names, ["acceptor", "paxos_systematic"])

    def test_few_schedules_come_first(self):
        self.assertEqual(self.program.arguments[:2], ["--schedules", "10"])
        self.assertEqual(self.program.further.arguments[:2], ["--schedules", "1000"])
        self.assertIn("--schedules 1000 ", self.program.text)


class FurtherTest(unittest.TestCase):
    """Four programs after their few schedules; with more of them, the one named `finds` finds something."""

    def setUp(self):
        self.programs = systematic_programs(1000, 20)
        self.asked = []

    def further(self, killer=None, finds=None, unchanged=()):
        kills = {program.name: {"by": "x" if program.name == killer else None, "schedules": 10, "seconds": 0.5}
                 for program in self.programs}
        kills |= {name: dict(UNCHANGED) for name in unchanged}

        def judge(program):
            self.asked.append(program.name)
            return {"by": "y" if program.name == finds else None, "schedules": 1000, "seconds": 2}

        return further(self.programs, kills, judge)

    def test_what_one_has_found_ends_it(self):
        self.assertEqual(self.further(killer="quorum_systematic"), {})
        self.assertEqual(self.asked, [])

    def test_schedules_and_seconds_are_those_of_both(self):
        clean = {"by": None, "schedules": 1010, "seconds": 2.5}
        self.assertEqual(self.further(), {program.name: clean for program in self.programs})

    def test_a_program_without_the_mutant_is_not_asked(self):
        self.further(unchanged=["paxos_systematic", "quorum_threads_systematic"])
        self.assertEqual(self.asked, ["quorum_systematic", "paxos_threads_systematic"])

    def test_the_first_that_finds_it_ends_it(self):
        self.assertEqual(self.further(finds="quorum_systematic")["quorum_systematic"]["by"], "y")
        self.assertEqual(self.asked, ["paxos_systematic", "quorum_systematic"])


if __name__ == "__main__":
    unittest.main()
