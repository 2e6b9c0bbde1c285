"""Made-up mutants, suites and kills for the tests."""

from pathlib import Path


def entry(name, **fields):
    return {"id": name, "file": "a/b.cc", "class": "acceptor", "effect": f"does {name}", "killed_by": "acceptor",
            "breaks": "safety", "reference": "a paper", **fields}


def row(**by):
    """row(acceptor="case 1", system=None): killed by the first, not by the second."""
    return {"kills": {name: {"by": what, "seconds": 0.5} for name, what in by.items()}, "build_seconds": 1.0}


class FakeSuite:
    def __init__(self, name, *files):
        self.name, self.files = name, [Path(file) for file in files]

    def preset_of(self, one):
        return one.get("preset", "release")
