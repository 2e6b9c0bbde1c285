"""Causes that are not repaired yet: known.toml says which attacks fail because of them."""

import fnmatch
import tomllib

from attacks.attack import ROOT

FILE = ROOT / "tests" / "attacks" / "known.toml"


class Known:
    """[cause] tables with `what`, a sentence, and `attacks`, patterns of names."""

    def __init__(self, causes):
        self._causes = causes

    @staticmethod
    def read(path=FILE):
        return Known(tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {})

    def cause_of(self, name):
        """Why the attack fails as yet; empty: it must not."""
        for cause, entry in self._causes.items():
            if any(fnmatch.fnmatchcase(name, pattern) for pattern in entry["attacks"]):
                return cause
        return ""

    def what(self, cause):
        return self._causes[cause]["what"]

    def unused(self, names):
        """Patterns that are of no attack: what they were about is gone, or was renamed."""
        return [pattern for entry in self._causes.values() for pattern in entry["attacks"]
                if not fnmatch.filter(names, pattern)]
