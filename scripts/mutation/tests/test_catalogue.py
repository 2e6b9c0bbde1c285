import json
import tempfile
import unittest
from pathlib import Path

from mutation import catalogue
from mutation.common import Failure
from mutation.tests.figures import entry


class ManifestTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.patches = Path(folder.name)
        self.path = self.patches / "manifest.json"

    def load(self, *entries, patches=None):
        self.path.write_text(json.dumps(entries), encoding="utf-8")
        for name in patches if patches is not None else [e["id"] for e in entries if "id" in e]:
            (self.patches / f"{name}.patch").touch()
        return catalogue.load(self.patches)

    def assert_fails(self, message, *entries, patches=None):
        with self.assertRaises(Failure) as caught:
            self.load(*entries, patches=patches)
        self.assertEqual(str(caught.exception), message)

    def test_entries_keep_their_order(self):
        self.assertEqual([e["id"] for e in self.load(entry("b"), entry("a", preset="tsan"))], ["b", "a"])

    def test_text_that_is_no_json_is_named_by_its_place(self):
        self.path.write_text('[\n  {"id" 1}]', encoding="utf-8")
        with self.assertRaisesRegex(Failure, r"manifest\.json:2:9: Expecting ':' delimiter$"):
            catalogue.load(self.patches)

    def test_every_field_is_there(self):
        self.assert_fails(f"{self.path}: a: missing ['effect'], unknown []", entry("a", effect=""))

    def test_no_other_field_is_there(self):
        self.assert_fails(f"{self.path}: a: missing [], unknown ['efect']", entry("a", efect="x"))

    def test_an_entry_has_an_id(self):
        without = entry("a")
        del without["id"]
        self.assert_fails(f"{self.path}: an entry without id: missing ['id'], unknown []", without)

    def test_an_id_is_there_once(self):
        self.assert_fails(f"{self.path}: a is there twice", entry("a"), entry("a"))

    def test_what_breaks_is_one_of_three(self):
        self.assert_fails(f"{self.path}: a: breaks is one of safety, liveness, both, not 'all'",
                          entry("a", breaks="all"))

    def test_an_entry_has_a_patch(self):
        self.assert_fails(f"{self.path}: a has no patch a.patch", entry("a"), patches=[])

    def test_a_patch_has_an_entry(self):
        self.assert_fails(f"{self.patches / 'b.patch'} is not in the manifest", entry("a"), patches=["a", "b"])


class SelectionTest(unittest.TestCase):
    ENTRIES = [entry("a"), entry("b", **{"class": "client"}), entry("c")]

    def ids(self, **options):
        return [e["id"] for e in catalogue.select(self.ENTRIES, **options)]

    def test_all_without_options(self):
        self.assertEqual(self.ids(), ["a", "b", "c"])

    def test_by_id_in_the_order_of_the_manifest(self):
        self.assertEqual(self.ids(only="c,a"), ["a", "c"])

    def test_by_class(self):
        self.assertEqual(self.ids(kind="client"), ["b"])

    def test_an_unknown_id_is_an_error(self):
        with self.assertRaisesRegex(Failure, r"^no mutant x, y; scripts/mutants --list shows them$"):
            self.ids(only="a,x,y")

    def test_an_unknown_class_is_an_error(self):
        with self.assertRaisesRegex(Failure, r"^no mutant of class x; scripts/mutants --list shows them$"):
            self.ids(kind="x")


if __name__ == "__main__":
    unittest.main()
