import tempfile
import unittest
from pathlib import Path

from mutation.common import Failure
from mutation.judge import judge
from mutation.program import failure, programs


class ProgramTest(unittest.TestCase):
    """A program of a build that ends as the script says."""

    def judge(self, script, text="ends", seconds=20):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "ends"
            path.write_text("#!/bin/sh\n" + script + "\n", encoding="utf-8")
            path.chmod(0o755)
            return judge(Path(folder) / "adapter", "release", programs([text], seconds)[0])["by"]

    def test_code_0_is_no_kill(self):
        self.assertIsNone(self.judge("exit 0"))

    def test_another_code_is_with_the_last_line(self):
        self.assertEqual(self.judge("echo first; echo violation: agreement; exit 1"), "exit code 1: violation: agreement")

    def test_a_crash_is(self):
        self.assertEqual(self.judge("kill -SEGV $$"), "signal 11")

    def test_no_end_is(self):
        self.assertEqual(self.judge("sleep 30", seconds=1), "no end after 1 s")

    def test_it_gets_its_arguments(self):
        self.assertEqual(self.judge('echo "$2"; exit 1', "ends --seed 'a b'"), "exit code 1: a b")


class ColumnTest(unittest.TestCase):
    def test_names_differ(self):
        names = [column.name for column in programs(["a --x", "b", "a --y"], 1)]
        self.assertEqual(names, ["a", "b", "a-2"])

    def test_a_program_has_a_name(self):
        with self.assertRaisesRegex(Failure, "^--run wants the name of a program of the build"):
            programs(["  "], 1)


class FailureTest(unittest.TestCase):
    def test_the_first_test_that_failed(self):
        output = "[  FAILED  ] AcceptorTest.Promises (1 ms)\n[  FAILED  ] AcceptorTest.Votes (1 ms)\n"
        self.assertEqual(failure(1, output, "noise"), "AcceptorTest.Promises")

    def test_a_report_of_a_sanitizer_comes_first(self):
        self.assertEqual(failure(1, "[  FAILED  ] A.B (1 ms)", "==1==ERROR: AddressSanitizer: heap-use-after-free on"),
                         "AddressSanitizer: heap-use-after-free")


if __name__ == "__main__":
    unittest.main()
