"""Programs that are bad on purpose: the runner sees what is wrong with each of them."""

import argparse
import sys
import unittest
from pathlib import Path

from attacks import command
from attacks.attack import Attack, File, text

OPTIONS = argparse.Namespace(bin=Path("/nowhere"), patience=1, any_memory=False, gate=False)
GOOD = 'print("cpngen: no", file=sys.stderr); sys.exit(2)'


def complaints(code, ends=("refused",), **fields):
    """About a program of Python, in a folder with a file m.lua."""
    files = {"bad.py": text("import os, signal, subprocess, sys, time\n" + code), "m.lua": text("x = 1")}
    files |= fields.pop("files", {})
    attack = Attack(name="tests/bad", command=(sys.executable, "bad.py"), ends=ends, files=files, **fields)
    return command.attempt(attack, OPTIONS).complaints


class Ends(unittest.TestCase):
    def test_a_refusal_with_one_message_is_as_it_should_be(self):
        self.assertEqual(complaints(GOOD), [])

    def test_a_crash(self):
        self.assertEqual(complaints("os.kill(os.getpid(), signal.SIGSEGV)"), ["crash: SIGSEGV"])

    def test_an_abort(self):
        self.assertEqual(complaints("os.abort()"), ["crash: SIGABRT"])

    def test_a_hang_that_computes(self):
        self.assertEqual(complaints("while True: pass", seconds=0.3), ["hang: not over after 0.3 s"])

    def test_a_hang_that_waits(self):
        self.assertEqual(complaints("time.sleep(60)", seconds=0.2), ["hang: not over after 0.2 s"])

    def test_a_memory_hog_is_killed(self):
        self.assertEqual(complaints("x = b'x' * (200 << 20); time.sleep(60)", memory=100), ["memory: more than 100 MB"])

    def test_memory_that_is_given_back_counts(self):
        self.assertEqual(complaints(f"x = b'x' * (200 << 20)\ntime.sleep(0.1)\ndel x\n{GOOD}", memory=100),
                         ["memory: more than 100 MB"])

    def test_an_exit_code_of_another_kind(self):
        self.assertEqual(complaints("sys.exit(0)"), ["exit code: 0, not refused"])

    def test_an_exit_code_that_no_end_has(self):
        self.assertEqual(complaints("sys.exit(134)", ends=("done", "refused", "limit", "found")),
                         ["exit code: 134, not done or refused or limit or found"])

    def test_endless_output(self):
        self.assertEqual(complaints("while True: sys.stdout.write('x' * 1000000)"), ["output: endless"])


class Messages(unittest.TestCase):
    def test_none(self):
        self.assertEqual(complaints("sys.exit(2)"), ["message: none"])

    def test_one_of_no_known_form(self):
        self.assertEqual(complaints('print("oops", file=sys.stderr); sys.exit(2)'), ["message: of no known form: 'oops'"])

    def test_two(self):
        self.assertEqual(complaints('print("cpngen: a\\ncpngen: b", file=sys.stderr); sys.exit(2)'),
                         ["message: 2 errors, not one: 'cpngen: b'"])

    def test_hints_and_source_lines_are_no_errors(self):
        said = "m.lua:1:1: wrong\\nx = 1\\n^\\ncpngen: hint: try another"
        self.assertEqual(complaints(f'print("{said}", file=sys.stderr); sys.exit(2)', place="m.lua"), [])

    def test_one_without_the_place(self):
        self.assertEqual(complaints(GOOD, place="m.lua"), ["message: no place in m.lua: 'cpngen: no'"])

    def test_control_characters(self):
        self.assertEqual(complaints('print("cpngen: \\x1b[31m", file=sys.stderr); sys.exit(2)'),
                         ["message: has control characters"])

    def test_bytes_that_are_no_text(self):
        self.assertEqual(complaints('sys.stderr.buffer.write(b"cpngen: \\xff"); sys.exit(2)'), ["message: is not UTF-8"])

    def test_a_long_one(self):
        self.assertEqual(complaints('print("cpngen: " + "x" * 20000, file=sys.stderr); sys.exit(2)'),
                         ["message: 20009 bytes long"])

    def test_what_a_library_says(self):
        self.assertEqual(complaints('print("cpngen: std::bad_alloc", file=sys.stderr); sys.exit(2)'),
                         ["message: says std::bad_alloc"])

    def test_what_must_be_said(self):
        self.assertEqual(complaints(GOOD, says="yes"), ["message: does not say /yes/ but 'cpngen: no'"])

    def test_what_must_not_be_said(self):
        self.assertEqual(complaints(GOOD, never="no"), ["message: says 'cpngen: no'"])


class Leftovers(unittest.TestCase):
    def test_a_file(self):
        self.assertEqual(complaints(f"open('x', 'w').close(); {GOOD}"), ["leftover: file x"])

    def test_a_temporary_file(self):
        self.assertEqual(complaints(f"open(os.environ['TMPDIR'] + '/x', 'w').close(); {GOOD}"),
                         ["leftover: file TMPDIR/x"])

    def test_an_output_of_what_is_refused(self):
        self.assertEqual(complaints(f"open('x.svg', 'w').close(); {GOOD}", outputs=("*.svg",)), ["leftover: file x.svg"])

    def test_an_output_of_what_is_done_is_none(self):
        self.assertEqual(complaints("open('x.svg', 'w').close()", ends=("done",), outputs=("*.svg",)), [])

    def test_an_input_that_is_changed(self):
        self.assertEqual(complaints(f"open('m.lua', 'w').close(); {GOOD}"), ["leftover: input m.lua is not as it was"])

    def test_a_process(self):
        begun = "subprocess.Popen(['sleep', '60'], start_new_session=True)"
        self.assertEqual(complaints(f"{begun}; {GOOD}", runs=1), ["leftover: process sleep"])


class Runs(unittest.TestCase):
    def test_standard_output_that_differs(self):
        self.assertEqual(complaints("print(os.getpid())", ends=("done",)), ["differs: standard output in two runs"])

    def test_a_message_that_differs(self):
        self.assertEqual(complaints('print("cpngen:", os.getpid(), file=sys.stderr); sys.exit(2)'),
                         ["differs: standard error in two runs"])

    def test_a_file_that_differs(self):
        self.assertEqual(complaints("open('o', 'w').write(str(os.getpid()))", ends=("done",), outputs=("o",)),
                         ["differs: files in two runs"])

    def test_an_exit_code_that_differs(self):
        both = ("done", "found")
        code = "open('/proc/self/stat'); sys.exit(int(time.time() * 1000) % 2)"
        seen = {tuple(complaints(code, ends=both, runs=8)) for _ in range(4)}
        self.assertIn(("differs: exit code in two runs",), seen)


class Surroundings(unittest.TestCase):
    def test_full_standard_output(self):
        self.assertEqual(complaints("print('x' * 100000)", ends=("done",), stdout="full", runs=1)[0],
                         "exit code: 1, not done")

    def test_closed_standard_output(self):
        self.assertEqual(complaints("os.fstat(1)", ends=("done",), stdout="closed", runs=1), ["exit code: 1, not done"])

    def test_a_reader_that_goes_away(self):
        code = "signal.signal(signal.SIGPIPE, signal.SIG_DFL)\nwhile True: print('x' * 1000)"
        self.assertEqual(complaints(code, ends=("done",), stdout="head"), ["crash: SIGPIPE"])
        self.assertEqual(complaints(code, ends=("done", "piped"), stdout="head"), [])

    def test_limits_of_the_shell(self):
        code = "import resource; sys.exit(0 if resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 16 else 1)"
        self.assertEqual(complaints(code, ends=("done",), ulimit={"n": 16}), [])

    def test_a_signal(self):
        code = "signal.signal(signal.SIGINT, lambda *_: sys.exit(3))\nprint('x', flush=True)\nwhile True: pass"
        self.assertEqual(complaints(code, ends=("limit",), signal="INT"), [])

    def test_links_and_pipes_are_made(self):
        code = "sys.exit(0 if os.readlink('l') == '/dev/zero' and not os.path.isfile('p') else 1)"
        self.assertEqual(complaints(code, ends=("done",), files={"l": File(lambda: b"/dev/zero", "link"),
                                                                 "p": File(bytes, "fifo")}), [])
