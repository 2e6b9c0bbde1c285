import tempfile
import unittest
from pathlib import Path

from mutation.suites import Suite, chosen, columns
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
