"""The attacks that are written down, and how they are read."""

import collections
import tempfile
import unittest
from pathlib import Path

from attacks import command, data
from attacks.known import Known


def read(content):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "some.toml"
        path.write_text(content, encoding="utf-8")
        return data.read(path)


class Reading(unittest.TestCase):
    def test_an_attack(self):
        attack, = read('[[attack]]\nname = "a"\ncommand = "cpngen space m.lua"\nends = "done limit"\nfiles."m.lua" = "x"\n')
        self.assertEqual((attack.name, attack.command, attack.ends), ("some/a", ("cpngen", "space", "m.lua"), ("done", "limit")))
        self.assertEqual(attack.files["m.lua"].make(), b"x")

    def test_one_for_each_value(self):
        attacks = read('[[attack]]\nname = "a-@"\ncommand = "cpngen @"\neach = ["x", "y"]\n')
        self.assertEqual([(attack.name, attack.command[1]) for attack in attacks], [("some/a-0-x", "x"), ("some/a-1-y", "y")])

    def test_text_that_repeats(self):
        attack, = read('[[attack]]\nname = "a"\ncommand = "cpngen"\nfiles.m = { head = "x", unit = "(", times = 3, tail = "y" }\n')
        self.assertEqual(attack.files["m"].make(), b"x(((y")

    def test_an_unknown_field_is_refused(self):
        with self.assertRaisesRegex(data.BadData, "some/a: unknown place_of"):
            read('[[attack]]\nname = "a"\ncommand = "cpngen"\nplace_of = "x"\n')

    def test_an_unknown_end_is_refused(self):
        with self.assertRaisesRegex(data.BadData, "some/a: ends are"):
            read('[[attack]]\nname = "a"\ncommand = "cpngen"\nends = "good"\n')


class Attacks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.attacks = command.all_attacks(20, 1)
        cls.known = Known.read()
        cls.gate = [attack for attack in cls.attacks if attack.gate and not cls.known.cause_of(attack.name)]

    def test_there_are_thousands(self):
        self.assertGreaterEqual(len(self.attacks), 2_000)

    def test_the_gate_has_hundreds_in_all_classes(self):
        classes = collections.Counter(attack.group for attack in self.gate)
        self.assertGreaterEqual(len(self.gate), 600)
        self.assertGreaterEqual(len(classes), 12)
        self.assertEqual(set(classes), {attack.group for attack in self.attacks})

    def test_what_is_known_to_fail_is_there(self):
        self.assertEqual(self.known.unused([attack.name for attack in self.attacks]), [])

    def test_the_same_seed_gives_the_same_attacks(self):
        def files(attacks):
            return [file.make() for attack in attacks if attack.group == "mutants" for file in attack.files.values()]

        self.assertEqual(files(command.all_attacks(2, 1)), files(command.all_attacks(2, 1)))
        self.assertNotEqual(files(command.all_attacks(2, 1)), files(command.all_attacks(2, 2)))
