"""What is known from earlier calls about the same sources and suites, in build/mutants/known/."""

import hashlib
import json
import os
import re

from mutation.common import FIGURES, ROOT, files_of_checkout, write
from mutation.program import Program

CODE = (".cc", ".h", ".proto", ".cmake", "CMakeLists.txt", "CMakePresets.json")
TESTS = re.compile(r"(^|/)(tests|testing|bench)/|(_test|_testing|/testing|/test_util)\.(cc|h)$")


def is_code(name):
    return name.endswith(CODE)


def is_source(name):
    """May this file of the checkout change what is built and run here? Tests and benchmarks may not."""
    return is_code(name) and not TESTS.search(name)


class Memory:
    """Keeps what was found, and recalls it as long as no source, suite or patch has changed."""

    def __init__(self, suites, recalls, root=ROOT, folder=FIGURES / "known"):
        self.folder = folder
        self.recalls = recalls
        files = [file for suite in suites for file in [*suite.files, *getattr(suite, "more_files", ())]]
        programs = [suite.text for suite in suites if isinstance(suite, Program)]  # tests, maybe
        calls = [suite.text for suite in suites if hasattr(suite, "text")]
        files += [root / name for name in files_of_checkout(root) if is_source(name) or programs and is_code(name)]
        self.common = hashlib.sha256("\0".join(calls).encode())
        for file in sorted(files):
            self.common.update(os.path.relpath(file, root).encode() + b"\0" + file.read_bytes())

    def fingerprint(self, name, patch):
        common = self.common.copy()
        common.update(name.encode() + b"\0" + patch)
        return common.hexdigest()

    def recall(self, name, patch=b""):
        """What keep() was told for the same name, patch, sources and suites; else None."""
        path = self.folder / f"{name}.json"
        if not self.recalls or not path.exists():
            return None
        known = json.loads(path.read_text(encoding="utf-8"))
        return known["found"] if known["fingerprint"] == self.fingerprint(name, patch) else None

    def keep(self, name, found, patch=b""):
        known = {"fingerprint": self.fingerprint(name, patch), "found": found}
        write(self.folder / f"{name}.json", json.dumps(known))
