import tempfile
import unittest
from pathlib import Path
from unittest import mock

from mutation import campaign, catalogue
from mutation.campaign import Campaign
from mutation.common import Failure
from mutation.program import UNCHANGED, Program
from mutation.tests.figures import FakeSuite, entry


class FakeCopy:
    """A copy whose builds and suites end as the test says; `done` is what it was told to do."""

    def __init__(self, broken=()):
        self.broken = broken
        self.applied = None
        self.done = []

    def mutate(self, one):
        self.applied = one["id"]

    def restore(self):
        self.applied = None

    def build(self, preset):
        self.done.append(f"build {preset} {self.applied}")
        return "no such type" if self.applied in self.broken else None

    def adapter(self, preset):
        return self

    def digests(self, preset):
        """The program "test" is another one with the mutant a only."""
        return {"test": self.applied if self.applied == "a" else "unmodified"}


class FakeMemory:
    def __init__(self, **known):
        self.known = known

    def recall(self, name, patch=b""):
        return self.known.get(name)

    def keep(self, name, found, patch=b""):
        self.known[name] = found


class CampaignTest(unittest.TestCase):
    """The suite "acceptor" kills the mutant a, "system" kills the unmodified sources when they are `ill`."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name in "ab":
            (Path(folder.name) / f"{name}.patch").touch()
        self.ill = False
        for patch in (mock.patch.object(campaign, "judge", self.judge),
                      mock.patch.object(campaign, "change_of",
                                        lambda one: catalogue.change_of(one, Path(folder.name))),
                      mock.patch.object(Campaign, "say", lambda self, text: None)):
            patch.start()
            self.addCleanup(patch.stop)

    def judge(self, copy, preset, suite):
        kills = (copy.applied, suite.name) == ("a", "acceptor") or self.ill and suite.name == "system"
        return {"by": "s#1: fail" if kills else None, "seconds": 0.25}

    def campaign(self, copy, memory=None, must=False):
        suites = [FakeSuite("acceptor"), FakeSuite("system")]
        return Campaign([entry("a"), entry("b")], suites, [copy], memory or FakeMemory(), must)

    def test_a_row_a_mutant(self):
        copy = FakeCopy()
        one = self.campaign(copy)
        one.run()
        self.assertIsNone(copy.applied)
        self.assertEqual({name: row["kills"] for name, row in one.rows.items()}, {
            "a": {"acceptor": {"by": "s#1: fail", "seconds": 0.25}, "system": {"by": None, "seconds": 0.25}},
            "b": {"acceptor": {"by": None, "seconds": 0.25}, "system": {"by": None, "seconds": 0.25}}})
        self.assertEqual(one.problems, [])

    def test_with_must_only_the_suite_that_must_kill_runs(self):
        one = self.campaign(FakeCopy(), must=True)
        one.run()
        self.assertEqual(list(one.rows["b"]["kills"]), ["acceptor"])

    def test_what_is_known_is_not_run_again(self):
        copy = FakeCopy()
        one = self.campaign(copy, FakeMemory(a={"kills": {}}))
        one.run()
        self.assertEqual(one.rows["a"], {"kills": {}})
        self.assertEqual(copy.done, ["build release b"])

    def test_a_run_of_few_suites_is_not_known_as_a_whole_one(self):
        memory = FakeMemory()
        self.campaign(FakeCopy(), memory, must=True).run()
        self.assertEqual(sorted(memory.known), ["a.must", "b.must"])

    def test_a_mutant_that_does_not_build_stops_no_other(self):
        one = self.campaign(FakeCopy(broken=["a"]))
        one.run()
        self.assertEqual(list(one.rows), ["b"])
        self.assertEqual(one.problems, ["a does not build:\nno such type"])
        self.assertEqual(one.errors, {"a": "a does not build:\nno such type"})

    def test_the_unmodified_sources_must_pass(self):
        self.ill = True
        memory = FakeMemory()
        one = self.campaign(FakeCopy(), memory)
        one.baseline()
        self.assertEqual(one.problems, ["the unmodified sources do not pass system (release): s#1: fail"])
        self.assertNotIn("unmodified-release", memory.known)

    def test_a_program_without_the_mutant_is_not_run(self):
        one = Campaign([entry("a"), entry("b")], [Program("test", 1)], [FakeCopy()], FakeMemory(), False)
        one.baseline()
        one.run()
        self.assertEqual(one.rows["a"]["kills"]["test"], {"by": None, "seconds": 0.25})
        self.assertEqual(one.rows["b"]["kills"]["test"], UNCHANGED)

    def test_that_they_pass_is_remembered_with_the_suites(self):
        memory = FakeMemory()
        self.campaign(FakeCopy(), memory).baseline()
        self.assertEqual(memory.known, {"unmodified-release": ["acceptor", "system"],
                                        "programs-release": {"test": "unmodified"}})
        again = FakeCopy()
        self.campaign(again, memory).baseline()
        self.assertEqual(again.done, [])

    def test_the_unmodified_sources_must_build(self):
        with self.assertRaisesRegex(Failure, "^the unmodified sources do not build:\nno such type$"):
            self.campaign(FakeCopy(broken=[None])).baseline()


if __name__ == "__main__":
    unittest.main()
