import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from mutation import command
from mutation.catalogue import change_of
from mutation.common import Failure
from mutation.folder import load_folder

BODY = """--- a/sut/paxos/roles/types.h
+++ b/sut/paxos/roles/types.h
@@ -1 +1 @@
-one
+two
"""


class WithFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()

    def write(self, name, text=BODY):
        (self.folder / name).write_text(text, encoding="utf-8")


class FolderTest(WithFolder):
    def test_every_patch_is_an_entry_without_a_manifest(self):
        self.write("b.patch")
        self.write("a.patch")
        self.write("notes.txt", "no patch")
        entries = load_folder(self.folder)
        self.assertEqual([entry["id"] for entry in entries], ["a", "b"])
        self.assertEqual(entries[0], {
            "id": "a", "patch": str(self.folder / "a.patch"), "file": "sut/paxos/roles/types.h", "class": "unseen",
            "effect": "changes sut/paxos/roles/types.h", "killed_by": "", "breaks": ""})

    def test_a_patch_may_say_what_it_does(self):
        self.write("a.patch", "effect: one more\nclass: off by one\npreset: dev\nequivalent: nobody counts\n\n" + BODY)
        entry = load_folder(self.folder)[0]
        self.assertEqual([entry[name] for name in ("effect", "class", "preset", "equivalent")],
                         ["one more", "off by one", "dev", "nobody counts"])

    def test_what_it_changes_is_not_taken_for_a_header(self):
        self.write("a.patch", BODY + "+effect: of the code\n")
        self.assertEqual(load_folder(self.folder)[0]["effect"], "changes sut/paxos/roles/types.h")

    def test_words_above_a_patch_do_not_change_what_it_does(self):
        self.write("a.patch")
        self.write("b.patch", "effect: one more\nsurvives: nobody looks\n\n" + BODY)
        one, other = load_folder(self.folder)
        self.assertEqual(change_of(one), BODY.encode())
        self.assertEqual(change_of(other), BODY.encode())

    def test_a_preset_is_one_of_three(self):
        self.write("a.patch", "preset: debug\n" + BODY)
        with self.assertRaises(Failure) as caught:
            load_folder(self.folder)
        self.assertEqual(str(caught.exception),
                         f"{self.folder / 'a.patch'}: preset is one of release, dev, tsan, not 'debug'")

    def test_a_folder_without_patches_is_an_error(self):
        with self.assertRaisesRegex(Failure, r": no \*\.patch is there$"):
            load_folder(self.folder)
        with self.assertRaisesRegex(Failure, r"/none is no folder$"):
            load_folder(self.folder / "none")


class CallTest(WithFolder):
    def call(self, *arguments):
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors):
            try:
                code = command.main(["--catalogue", str(self.folder), *arguments])
            except Failure as failure:
                return 2, str(failure)
        return code, errors.getvalue()

    def test_a_patch_that_does_not_apply_is_named_and_the_others_are_checked(self):
        self.write("a.patch")  # of lines that are not in the file
        (self.folder / "b.patch").write_bytes(
            (Path(__file__).parents[3] / "tests/mutants/majority-of-even-n.patch").read_bytes())
        code, errors = self.call("--check")
        self.assertEqual(code, 2)
        self.assertIn("1 patches apply\na.patch does not apply: ", errors)

    def test_nothing_says_which_suite_must_kill_a_patch_of_a_folder(self):
        self.assertEqual(self.call("--must"), (
            2, "--must and --catalogue: nothing says which suite must kill a patch of a folder"))

    def test_the_page_is_about_our_own_folders(self):
        self.assertEqual(self.call("--update-docs", "--both"), (
            2, "--update-docs: docs/mutants.md is about tests/mutants and tests/mutation, suites and systematic "
               "testing; add --both"))

    def test_something_must_run(self):
        self.assertEqual(self.call("--no-suites"), (
            2, "--no-suites: then there is nothing to run; --run names programs, --suite suites"))


if __name__ == "__main__":
    unittest.main()
