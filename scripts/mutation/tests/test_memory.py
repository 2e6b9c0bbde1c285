import subprocess
import tempfile
import unittest
from pathlib import Path

from mutation.memory import Memory, is_source
from mutation.program import Program
from mutation.tests.figures import FakeSuite


class SourceTest(unittest.TestCase):
    def test_what_the_adapter_is_built_from_counts(self):
        for name in ("CMakeLists.txt", "CMakePresets.json", "cmake/Grpc.cmake", "adapter/main.cc",
                     "oracles/responses.h", "sut/paxos/paxos.proto", "quorum/CMakeLists.txt"):
            self.assertTrue(is_source(name), name)

    def test_tests_benchmarks_and_documents_do_not(self):
        for name in ("oracles/responses_test.cc", "quorum/link_testing.h", "cpn/ctl/testing.cc", "testing/files.cc",
                     "tests/golden/program.h", "bench/quorum_call.cc", "docs/mutants.md", "scripts/mutants"):
            self.assertFalse(is_source(name), name)


class MemoryTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        subprocess.run(["git", "init", "-q", str(self.root)], check=True)
        self.write("oracles/responses.cc", "1")
        self.write("oracles/responses_test.cc", "1")
        self.write("suites/acceptor.xml", "1")
        self.memory().keep("a", {"kills": {}}, b"patch")

    def write(self, name, text):
        (self.root / name).parent.mkdir(exist_ok=True)
        (self.root / name).write_text(text, encoding="utf-8")

    def memory(self, recalls=True, *others):
        suite = FakeSuite("acceptor", self.root / "suites/acceptor.xml")
        return Memory([suite, *others], recalls, self.root, self.root / "known")

    def test_what_was_kept_is_recalled(self):
        self.assertEqual(self.memory().recall("a", b"patch"), {"kills": {}})

    def test_not_without_resume(self):
        self.assertIsNone(self.memory(recalls=False).recall("a", b"patch"))

    def test_not_under_another_name(self):
        self.assertIsNone(self.memory().recall("b", b"patch"))

    def test_not_for_another_patch(self):
        self.assertIsNone(self.memory().recall("a", b"other"))

    def test_not_after_a_change_of_any_source(self):
        self.write("oracles/responses.cc", "2")
        self.assertIsNone(self.memory().recall("a", b"patch"))

    def test_not_with_a_new_source(self):
        self.write("oracles/new.cc", "")
        self.assertIsNone(self.memory().recall("a", b"patch"))

    def test_not_after_a_change_of_a_suite(self):
        self.write("suites/acceptor.xml", "2")
        self.assertIsNone(self.memory().recall("a", b"patch"))

    def test_a_changed_test_changes_nothing(self):
        self.write("oracles/responses_test.cc", "2")
        self.assertEqual(self.memory().recall("a", b"patch"), {"kills": {}})

    def test_a_changed_test_may_change_what_a_program_finds(self):
        program = Program("oracles_test", 600)
        self.memory(True, program).keep("a", {"kills": {}}, b"patch")
        self.assertEqual(self.memory(True, program).recall("a", b"patch"), {"kills": {}})
        self.assertIsNone(self.memory(True, Program("oracles_test --x", 600)).recall("a", b"patch"))
        self.write("oracles/responses_test.cc", "2")
        self.assertIsNone(self.memory(True, program).recall("a", b"patch"))


if __name__ == "__main__":
    unittest.main()
