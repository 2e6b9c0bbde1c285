import json
import pathlib
import tempfile
import unittest

from mutation import catalogue
from mutation.search import DOCUMENTED, TIMERS, expected_events, judge, text_of, unlike_document


def output_of(found, event=None, before=()):
    critical = {"step": event, "notes": [], "node": "replica 2"} if event else None
    trace = [*({"step": step, "notes": ["replica 2: it goes on"]} for step in before), critical]
    return json.dumps({"searches": [{"executions": 3, "properties": [
        {"found": found, "critical": 7, "walks": 60, "critical_event": critical, "trace": trace, "owed": "an answer"}]}]})


def judged(output, wanted, **more):
    return judge(output, {"free": wanted, "ordered": "x", **more}, "free")


class SearchTest(unittest.TestCase):
    def test_the_event_that_is_expected_is_right(self):
        row = judged(output_of("dead", "timer replica 2 ~1 #0"), "timer replica [12]")
        self.assertIsNone(row["wrong"])
        self.assertEqual((row["event"], row["step"], row["executions"]), ("timer replica 2 ~1 #0", 7, 3))

    def test_another_one_is_wrong(self):
        row = judged(output_of("dead", "ask client 0>replica 2 #0"), "timer replica [12]")
        self.assertEqual(row["wrong"],
                         "the critical event is 'ask client 0>replica 2 #0', and not one of 'timer replica [12]'")
        self.assertIn("\n    the critical event is", text_of("a", "free", row | {"seconds": 1.0}))

    def test_a_trace_that_a_document_opens_must_be_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            old, new = pathlib.Path(folder) / "old.json", pathlib.Path(folder) / "new.json"
            old.write_text("{}")
            new.write_text("{}")
            documented = {("a", "free"): old}
            self.assertIsNone(unlike_document("a", "free", new, documented))
            new.write_text("{ }")
            self.assertIn("the trace differs from", unlike_document("a", "free", new, documented))
            self.assertIsNone(unlike_document("a", "ordered", new, documented))
        for (name, timers), trace in DOCUMENTED.items():
            self.assertIn(name, expected_events())
            self.assertIn(timers, TIMERS)
            self.assertTrue(json.loads(trace.read_text(encoding="utf-8"))["traces"][0]["critical"])

    def test_so_is_a_suspicion_or_nothing(self):
        self.assertEqual(judged(output_of("suspected"), "x")["wrong"], "suspected was found, and no critical event")
        self.assertEqual(judged(output_of(None), "x")["wrong"], "nothing was found, and no critical event")

    def test_what_came_before_it_counts(self):
        output = output_of("dead", "ask client 1>replica 2", before=["ask client 0>replica 2 #0"])
        self.assertIsNone(judged(output, "ask", after=">{node} ", not_after=">replica 1", owed="an")["wrong"])
        self.assertIsNone(judged(output, "ask", after="{node}: it goes")["wrong"])
        self.assertEqual(judged(output, "ask", after="crash")["wrong"],
                         "'crash' did not come before 'ask client 1>replica 2'")
        self.assertEqual(judged(output, "ask", not_after=">{node} ")["wrong"],
                         "'>{node} ' came before 'ask client 1>replica 2'")
        self.assertEqual(judged(output, "ask", owed="replica")["wrong"],
                         "from then on 'an answer', and not 'replica'")

    def test_each_mutant_that_is_expected_is_there_and_breaks_liveness(self):
        entries = {entry["id"]: entry for entry in catalogue.load()}
        for name, event in expected_events().items():
            self.assertIn(entries[name]["breaks"], ("liveness", "both"), name)
            self.assertLessEqual({"property", *TIMERS}, event.keys(), name)
            self.assertLessEqual(event.keys(), {"property", *TIMERS, "after", "not_after", "owed"}, name)


if __name__ == "__main__":
    unittest.main()
