import json
import unittest

from mutation import report
from mutation.command import exit_code
from mutation.page import catalogue_part, with_catalogue, with_sampled
from mutation.program import UNCHANGED
from mutation.systematic import PROGRAMS
from mutation.tests.figures import entry, row

NAMES = ["acceptor", "learner", "system"]
ENTRIES = [entry("a"), entry("b", killed_by="system"), entry("c", survives="nobody | looks", reference="issue 4")]
ROWS = {"a": row(acceptor="s#1: fail", learner=None, system="s#2: fail"),
        "b": row(acceptor=None, learner=None, system="s#3: fail"),
        "c": row(acceptor=None, learner=None, system=None)}


class MatrixTest(unittest.TestCase):
    def test_as_markdown(self):
        lines = report.as_markdown(ENTRIES, ROWS, NAMES).splitlines()
        self.assertEqual(lines[-7:], [
            "2 of 3 mutants killed.",
            "",
            "| mutant | class | breaks | acceptor | learner | system | first failing case | s |",
            "| --- | --- | --- | --- | --- | --- | --- | --- |",
            "| a | acceptor | safety | X | . | x | s#1: fail | 0.50 |",
            "| b | acceptor | safety | . | . | X | s#3: fail | 0.50 |",
            "| c | acceptor | safety | . | . | . | survives: nobody \\| looks |  |"])

    def test_a_suite_that_was_not_run_has_a_dash(self):
        lines = report.as_markdown([entry("a")], {"a": row(acceptor="s#1: fail")}, NAMES).splitlines()
        self.assertEqual(lines[-1], "| a | acceptor | safety | X | - | - | s#1: fail | 0.50 |")

    def test_as_text(self):
        self.assertEqual(report.as_text(ENTRIES[:1], {"a": ROWS["a"]}, NAMES),
                         "mutant  class     breaks  acceptor  learner  system  first failing case  s\n"
                         "a       acceptor  safety  X         .        x       s#1: fail           0.50\n"
                         "1 of 1 mutants killed\n")

    def test_as_json(self):
        matrix = json.loads(report.as_json(ENTRIES, {"b": ROWS["b"]}, NAMES))
        self.assertEqual(matrix["suites"], NAMES)
        self.assertEqual(matrix["mutants"], [{**ENTRIES[1], **ROWS["b"]}])

    def test_as_json_with_what_has_no_row(self):
        matrix = json.loads(report.as_json(ENTRIES, {"b": ROWS["b"]}, NAMES, {"a": "a does not build: ..."}))
        self.assertEqual(matrix["errors"], [{"id": "a", "message": "a does not build: ..."}])

    def test_equivalent_mutants_are_counted_apart(self):
        entries = [entry("a", killed_by=""), entry("b", killed_by=""),
                   entry("c", killed_by="", equivalent="nobody counts")]
        text = report.as_text(entries, ROWS | {"b": ROWS["c"]}, NAMES).splitlines()
        self.assertEqual(text[-1], "1 of 2 mutants killed; 1 others are equivalent")
        self.assertIn(" survives", text[2])
        self.assertIn(" equivalent: nobody counts", text[3])

    def test_one_that_is_killed_was_not_equivalent(self):
        entries = [entry("a", killed_by="", equivalent="nobody counts")]
        self.assertEqual(report.summary({"a": ROWS["a"]}, entries),
                         "0 of 0 mutants killed; said to be equivalent, and killed: a")

    def test_the_fastest_kill_is_shown_where_the_suite_that_must_did_not(self):
        kills = {"learner": {"by": "slow", "seconds": 2}, "system": {"by": "fast", "seconds": 1}}
        self.assertEqual(report.first_kill(entry("a"), {"kills": kills})["by"], "fast")


class ShortfallTest(unittest.TestCase):
    def test_a_mutant_must_be_killed_by_its_suite(self):
        self.assertEqual(report.shortfalls([entry("a")], {"a": row(acceptor=None, system="s#1: fail")}),
                         ["a: the suite that must kill it does not"])

    def test_unless_the_manifest_says_why_it_survives(self):
        self.assertEqual(report.shortfalls(ENTRIES, ROWS), [])

    def test_what_was_not_run_need_not_kill(self):
        self.assertEqual(report.shortfalls([entry("a")], {"a": row(paxos_systematic="x: agreement")}), [])

    def test_systematic_testing_must_find_it(self):
        rows = {"a": row(paxos_systematic=None, quorum_systematic=None)}
        self.assertEqual(report.shortfalls([entry("a")], rows), ["a: systematic testing does not find it"])
        self.assertEqual(report.shortfalls([entry("a", beyond_systematic="it is gRPC")], rows), [])

    def test_nothing_must_kill_a_patch_of_a_folder(self):
        self.assertEqual(report.shortfalls([entry("c", killed_by="")], ROWS), [])

    def test_exit_codes(self):
        self.assertEqual(exit_code([], []), 0)
        self.assertEqual(exit_code([], ["a"]), 1)
        self.assertEqual(exit_code(["the unmodified sources do not pass acceptor"], []), 1)
        self.assertEqual(exit_code(["a does not build:\n..."], ["b"]), 2)
        self.assertEqual(exit_code(["a.patch does not apply: ..."], []), 2)


class PageTest(unittest.TestCase):
    def section(self, heading, entries=None, rows=None):
        text = catalogue_part(entries or ENTRIES, rows or ROWS, NAMES)
        return text.split(f"## {heading}\n\n")[1].split("\n\n")[0].splitlines()

    def test_a_line_a_mutant(self):
        self.assertEqual(self.section("Mutants")[2:], [
            "| [a](../tests/mutants/a.patch) | does a (`a/b.cc`) | acceptor | safety | **acceptor**, system "
            "| survives |",
            "| [b](../tests/mutants/b.patch) | does b (`a/b.cc`) | acceptor | safety | **system** | survives |",
            "| [c](../tests/mutants/c.patch) | does c (`a/b.cc`) | acceptor | safety "
            "| survives: nobody \\| looks | survives |"])

    def test_many_suites_are_counted(self):
        kills = row(acceptor="x", learner="x", system="x", wire="x", drops="x")
        self.assertIn("**acceptor**, 4 others", self.section("Mutants", [entry("a")], {"a": kills})[2])

    def test_a_line_a_suite(self):
        self.assertEqual(self.section("Suites"), [
            "| suite | mutants killed | killed by no other suite |",
            "| --- | --- | --- |",
            "| acceptor | 1 |  |",
            "| learner | 0 |  |",
            "| system | 2 | b |"])

    def test_a_suite_is_not_alone_where_no_other_was_run(self):
        lines = self.section("Suites", [entry("a", preset="tsan")], {"a": row(acceptor="data race")})
        self.assertEqual(lines[2], "| acceptor | 1 |  |")

    def test_systematic_testing_has_a_column(self):
        rows = {"a": row(acceptor=None, paxos_systematic="x: agreement")}
        rows["a"]["kills"]["paxos_systematic"]["schedules"] = 34
        line = self.section("Mutants", [entry("a", survives="so")], rows)[2]
        self.assertTrue(line.endswith("| survives: so | x: agreement; 34 schedules, 0.5 s |"), line)
        text = catalogue_part([entry("a")], rows, [*NAMES, "paxos_systematic"])
        self.assertIn("1 of 1 mutants killed: 0 by the suites, 1 by systematic testing.", text)
        self.assertNotIn("| paxos_systematic |", text)

    def test_a_mutant_may_be_in_no_program_of_systematic_testing(self):
        def end_of_line(*changed):
            kills = row(acceptor="x", **{name: None for name in PROGRAMS})
            for name in set(PROGRAMS) - set(changed):
                kills["kills"][name] = dict(UNCHANGED)
            return self.section("Mutants", [entry("a")], {"a": kills})[2].rsplit("|", 2)[1]

        self.assertEqual(end_of_line(), " beyond reach: none of its programs has this code ")
        self.assertEqual(end_of_line("quorum_systematic"), " survives ")

    def test_each_part_leaves_the_other(self):
        sampled = with_sampled("", [entry("m")], {"m": row(acceptor="x")}, NAMES)
        both = with_catalogue(sampled, ENTRIES, ROWS, NAMES)
        self.assertIn("tests/mutants/a.patch", both)
        self.assertTrue(both.endswith(sampled))
        self.assertEqual(with_sampled(both, [entry("m")], {"m": row(acceptor="x")}, NAMES), both)

    def test_references_name_their_mutants(self):
        self.assertEqual(self.section("Where they come from"), ["- issue 4: c.", "- a paper: the other 2."])


if __name__ == "__main__":
    unittest.main()
