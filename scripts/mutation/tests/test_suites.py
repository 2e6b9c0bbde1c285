import tempfile
import unittest
from pathlib import Path

from mutation.common import Failure
from mutation.suites import GivenSuite, Suite, chosen, columns
from mutation.tests.figures import FakeSuite, entry


class ColumnsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name in ("units/acceptor-s3.xml", "units/acceptor-s5.xml", "units/learner.xml",
                     "processes/crashes-s3.xml"):
            (self.folder / name).parent.mkdir(exist_ok=True)
            (self.folder / name).touch()

    def test_a_column_is_a_specification_for_every_number_of_replicas(self):
        self.assertEqual({suite.name: [file.name for file in suite.files] for suite in columns(self.folder)},
                         {"acceptor": ["acceptor-s3.xml", "acceptor-s5.xml"], "crashes": ["crashes-s3.xml"],
                          "learner": ["learner.xml"]})

    def test_suites_of_processes_run_in_processes(self):
        self.assertEqual({suite.name: suite.flags for suite in columns(self.folder)},
                         {"acceptor": ["--transport", "inproc"], "crashes": ["--processes"],
                          "learner": ["--transport", "inproc"]})


class GivenTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        for name in ("b.xml", "deep/a.xml", "models/one.lua", "models/two.lua"):
            (self.folder / name).parent.mkdir(exist_ok=True)
            (self.folder / name).touch()

    def test_files_and_folders_come_first_then_flags_of_the_adapter(self):
        suite = GivenSuite(f"few: {self.folder}/b.xml {self.folder}/deep --conform {self.folder}/models/one.lua")
        self.assertEqual(suite.name, "few")
        self.assertEqual(suite.files, [self.folder / "b.xml", self.folder / "deep/a.xml"])
        self.assertEqual(suite.flags, ["--transport", "inproc", "--conform", f"{self.folder}/models/one.lua"])

    def test_what_was_found_hangs_on_the_models_beside_the_one_that_is_named(self):
        suite = GivenSuite(f"few: {self.folder}/b.xml --conform {self.folder}/models/one.lua")
        self.assertEqual([file.name for file in suite.more_files], ["one.lua", "two.lua"])

    def test_a_column_without_suites_is_refused(self):
        for text in ("few", "few:", f": {self.folder}/b.xml", "few: --conform x.lua", f"few: {self.folder}/c.xml"):
            with self.assertRaisesRegex(Failure, "--suite wants"):
                GivenSuite(text)


class ChosenTest(unittest.TestCase):
    SUITES = [FakeSuite("acceptor"), FakeSuite("learner"), FakeSuite("system")]

    def names(self, entries, must):
        return [suite.name for suite in chosen(self.SUITES, entries, must)]

    def test_all_suites_for_a_whole_campaign(self):
        self.assertEqual(self.names([entry("a")], must=False), ["acceptor", "learner", "system"])

    def test_with_must_those_that_must_kill(self):
        self.assertEqual(self.names([entry("a"), entry("b", killed_by="system")], must=True),
                         ["acceptor", "system"])

    def test_under_tsan_too(self):
        self.assertEqual(self.names([entry("a", preset="tsan")], must=False), ["acceptor"])


class FilesTest(unittest.TestCase):
    FILES = [Path("suites/system/system-s3.xml"), Path("suites/system/system-s5.xml"),
             Path("suites/simulations/system-s3.xml")]

    def names(self, suite, preset):
        return [str(file) for file in suite.files_for(preset)]

    def test_all_files_run_without_tsan(self):
        self.assertEqual(len(self.names(Suite("system", self.FILES, []), "release")), 3)

    def test_under_tsan_grpc_is_run_with_three_replicas_only(self):
        self.assertEqual(self.names(Suite("system", self.FILES, []), "tsan"), ["suites/system/system-s3.xml"])

    def test_suites_without_grpc_run_whole_under_tsan(self):
        self.assertEqual(len(self.names(Suite("acceptor", self.FILES, []), "tsan")), 3)

    def test_without_a_suite_for_three_all_run(self):
        files = [Path("suites/system/system-s5.xml")]
        self.assertEqual(self.names(Suite("system", files, []), "tsan"), ["suites/system/system-s5.xml"])


if __name__ == "__main__":
    unittest.main()
