"""The run: the unmodified sources first, which must pass; then every mutant, over several copies."""

import queue
import sys
import threading
import time

from mutation.catalogue import change_of, preset_of
from mutation.common import Failure
from mutation.judge import judge
from mutation.program import UNCHANGED, Program
from mutation.report import killers_of
from mutation.suites import chosen
from mutation.systematic import Systematic, further


class Campaign:
    """`rows` has for each mutant its kills by suite, `errors` why a mutant has no row; `problems` is all that
    went wrong, as messages."""

    def __init__(self, entries, suites, copies, memory, must):
        self.entries, self.suites, self.copies, self.memory, self.must = entries, suites, copies, memory, must
        self.lock = threading.Lock()
        self.unmodified = {}  # the programs of the unmodified sources, by preset
        self.rows = {}
        self.errors = {}
        self.problems = []

    def say(self, text):
        with self.lock:
            print(text, file=sys.stderr, flush=True)

    def key(self, name):
        """Of what is known: runs of few suites are not taken for whole ones."""
        return f"{name}.must" if self.must else name

    def baseline(self):
        """The unmodified sources must pass, in every preset that a mutant runs in."""
        presets = {suite.preset_of(entry) for entry in self.entries for suite in self.suites}
        for preset in sorted(presets):
            suites = self.suites_of(preset)
            key = self.key(f"unmodified-{preset}")
            names = [suite.name for suite in suites]
            if self.memory.recall(key) != names and self.unmodified_passes(preset, suites):
                self.memory.keep(key, names)
            self.unmodified[preset] = self.unmodified_programs(preset)

    def unmodified_programs(self, preset):
        """Digests of the programs that the unmodified sources give: a mutant that gives the same is none to them."""
        key = f"programs-{preset}"
        known = self.memory.recall(key)
        if known is None:
            self.build_unmodified(preset)
            known = self.copies[0].digests(preset)
            self.memory.keep(key, known)
        return known

    def build_unmodified(self, preset):
        output = self.copies[0].build(preset)
        if output:
            raise Failure(f"the unmodified sources do not build:\n{output[-3000:]}")

    def suites_of(self, preset):
        """Those that some mutant runs in this preset."""
        needed = {suite.name for entry in self.entries for suite in chosen(self.suites, [entry], self.must)
                  if suite.preset_of(entry) == preset}
        return [suite for suite in self.suites if suite.name in needed]

    def unmodified_passes(self, preset, suites):
        self.build_unmodified(preset)
        before = len(self.problems)
        for name, found in self.kills_of(self.copies[0], preset, suites, {}).items():
            if found["by"]:
                self.problems.append(f"the unmodified sources do not pass {name} ({preset}): {found['by']}")
            self.say(f"unmodified, {preset}: {name}: {found['by'] or 'passes'}, {found['seconds']:.1f} s")
        return len(self.problems) == before

    @staticmethod
    def kills_of(copy, preset, suites, unmodified):
        """What each suite finds in what was built. Under a sanitizer all schedules would take an hour."""
        built = copy.digests(preset) if unmodified else {}

        def run(suite):
            if isinstance(suite, Program) and suite.target in built.keys() & unmodified.keys() \
                    and built[suite.target] == unmodified[suite.target]:
                return dict(UNCHANGED)
            return judge(copy.adapter(preset), preset, suite)

        kills = {suite.name: run(suite) for suite in suites}
        programs = [suite for suite in suites if isinstance(suite, Systematic) and preset == "release"]
        return kills | further(programs, kills, run)

    def run(self):
        """All mutants, as many at a time as there are copies."""
        todo = queue.Queue()
        for entry in self.entries:
            todo.put(entry)
        threads = [threading.Thread(target=self.work, args=(copy, todo)) for copy in self.copies]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def work(self, copy, todo):
        while True:
            try:
                entry = todo.get_nowait()
            except queue.Empty:
                return
            try:
                self.one(copy, entry)
            except Failure as failure:
                self.say(str(failure).splitlines()[0])
                with self.lock:
                    self.errors[entry["id"]] = str(failure)
                    self.problems.append(str(failure))

    def one(self, copy, entry):
        patch = change_of(entry) + preset_of(entry).encode()
        row = self.memory.recall(self.key(entry["id"]), patch)
        if not row:
            row = self.measure(copy, entry)
            self.memory.keep(self.key(entry["id"]), row, patch)
            killers = killers_of(row)
            self.say(f"{entry['id']}: {'killed by ' + ', '.join(killers) if killers else 'SURVIVES'}")
        with self.lock:
            self.rows[entry["id"]] = row

    def measure(self, copy, entry):
        copy.mutate(entry)
        kills, built = {}, 0
        suites = chosen(self.suites, [entry], self.must)
        for preset in sorted({suite.preset_of(entry) for suite in suites}):
            start = time.monotonic()
            output = copy.build(preset)
            built += time.monotonic() - start
            if output:
                raise Failure(f"{entry['id']} does not build:\n{output[-2000:]}")
            chosen_here = [suite for suite in suites if suite.preset_of(entry) == preset]
            kills |= self.kills_of(copy, preset, chosen_here, self.unmodified.get(preset, {}))
        copy.restore()
        in_order = {suite.name: kills[suite.name] for suite in suites}
        return {"kills": in_order, "build_seconds": round(built, 1)}
