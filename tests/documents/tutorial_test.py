"""docs/tutorial.md, done as it says with the programs of a build, and what tutorial.py finds in
tutorials that lie.

    tutorial_test.py --build build/release [unittest's options]
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
TUTORIAL = HERE.parent.parent / "docs/tutorial.md"
build = None  # the build folder that has the programs

HONEST = """
The file `greeting.txt` has two lines:

```text greeting.txt
Hello,
reader.
```

```console
$ cat greeting.txt
Hello,
reader.
$ echo "done in 0.1 s"
done in 0.25 s
$ false
$ echo $?
1
```

Change `greeting.txt`:

```diff greeting.txt
 Hello,
-reader.
+dear reader.
```

And add to `greeting.txt`:

```text >> greeting.txt
Bye.
```

```console
$ tail -n 2 greeting.txt
dear reader.
Bye.
```

As root:

```console root
# install-something --now
```
"""


def follow(tutorial, *flags):
    """The exit code of tutorial.py, and what it prints."""
    environment = dict(os.environ, PATH=f"{build / 'bin'}:{os.environ['PATH']}")
    done = subprocess.run([sys.executable, HERE / "tutorial.py", *flags, tutorial], text=True,
                          env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False)
    return done.returncode, done.stdout


class TutorialTest(unittest.TestCase):
    maxDiff = None

    def test_is_true(self):
        code, output = follow(TUTORIAL)
        self.assertEqual(code, 0, output)

    def test_installs_as_root_once(self):
        self.assertEqual(follow(TUTORIAL, "--root"),
                         (0, "apt-get update\napt-get install ./cpngen_*.deb python3\n"))


class ReaderTest(unittest.TestCase):
    """tutorial.py, with short tutorials."""

    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "t.md"

    def told(self, text):
        self.file.write_text(text)
        code, output = follow(self.file)
        return code, output.replace(str(self.file), "t.md")

    def expect_lie(self, true, lie, problem):
        self.assertEqual(HONEST.count(true), 1)
        code, output = self.told(HONEST.replace(true, lie))
        self.assertEqual(output.rsplit("\n", 2)[0], problem)
        self.assertEqual(code, 1)

    def test_believes_what_is_true(self):
        self.assertEqual(self.told(HONEST), (0, "5 commands print what the tutorial says\n"))

    def test_sees_another_output(self):
        self.expect_lie("$ cat greeting.txt\nHello,", "$ cat greeting.txt\nHallo,",
                        "t.md:10: $ cat greeting.txt\n--- the tutorial\n+++ the command\n"
                        "@@ -1,2 +1,2 @@\n-Hallo,\n+Hello,\n reader.")

    def test_sees_an_output_that_is_not_shown(self):
        self.expect_lie("done in 0.25 s\n", "",
                        't.md:13: $ echo "done in 0.1 s"\n--- the tutorial\n+++ the command\n'
                        "@@ -0,0 +1 @@\n+done in T s")

    def test_takes_only_times_for_times(self):
        self.expect_lie("done in 0.25 s\n", "done in 0.25 steps\n",
                        't.md:13: $ echo "done in 0.1 s"\n--- the tutorial\n+++ the command\n'
                        "@@ -1 +1 @@\n-done in 0.25 steps\n+done in T s")

    def test_sees_a_failure_that_is_not_told(self):
        self.expect_lie("$ echo $?\n1\n", "",
                        "t.md:16: $ false ends with code 1, and `echo $?` does not follow")

    def test_sees_a_change_of_lines_that_are_not_there(self):
        self.expect_lie("-reader.\n+dear reader.", "-readers.\n+reader.",
                        "t.md:23: greeting.txt does not have these lines once:\n"
                        "Hello,\nreaders.\n\nt.md:35: $ tail -n 2 greeting.txt\n"
                        "--- the tutorial\n+++ the command\n@@ -1,2 +1,2 @@\n-dear reader.\n"
                        "+reader.\n Bye.")

    def test_sees_a_file_that_is_not_named(self):
        self.expect_lie("And add to `greeting.txt`:", "And add:",
                        "t.md:30: the paragraph above does not name `greeting.txt`\n"
                        "t.md:35: $ tail -n 2 greeting.txt\n--- the tutorial\n+++ the command\n"
                        "@@ -1,2 +1,2 @@\n+Hello,\n dear reader.\n-Bye.")

    def test_sees_a_block_that_says_not_what_it_is(self):
        self.assertEqual(self.told("Type:\n\n```\n$ true\n```\n")[1].splitlines()[0],
                         "t.md:3: the block is neither a file nor commands")

    def test_sees_a_picture_of_something_else(self):
        svg = "<svg><text x='1'>{}</text><text>{} ms</text></svg>\n"
        told = f"`a.svg`:\n\n```xml a.svg\n{svg.format('this', 1.5)}```\n![a.svg](b.svg)\n"
        picture = self.file.parent / "b.svg"
        picture.write_text(svg.format("this", 2.5))
        self.assertEqual(self.told(told)[0], 0)
        picture.write_text(svg.format("that", 1.5))
        self.assertEqual(self.told(told)[1].splitlines()[0],
                         "t.md:6: b.svg does not show what a.svg does")

    def test_sees_each_difference_of_a_picture_without_times(self):
        svg = "<svg><text x='{}'>this</text></svg>\n"
        told = f"`a.svg`:\n\n```xml a.svg\n{svg.format(1)}```\n![a.svg](b.svg)\n"
        picture = self.file.parent / "b.svg"
        picture.write_text(svg.format(1))
        self.assertEqual(self.told(told)[0], 0)
        picture.write_text(svg.format(2))
        self.assertEqual(self.told(told)[0], 1)
        graphviz = "<!-- Generated by graphviz version 2 -->"  # which moves what it likes
        picture.write_text(graphviz + svg.format(2))
        told = told.replace("<svg>", graphviz + "<svg>")
        self.assertEqual(self.told(told)[0], 0)

    def test_does_one_section(self):
        others = "# Title\n\n```\n## Not a section\n```\n\n## First\n\n```\nno file\n```\n\n"
        self.file.write_text(f"{others}## Honest\n{HONEST}\n## Last\n\n```\nno file\n```\n")
        self.assertEqual(follow(self.file, "--section", "Honest"),
                         (0, "5 commands print what the tutorial says\n"))
        self.file.write_text(f"{others}## Honest\n{HONEST.replace('Bye', 'Goodbye', 1)}\n")
        self.assertEqual(follow(self.file, "--section", "Honest")[0], 1)
        self.assertEqual(follow(self.file, "--section", "Nowhere")[0], 1)

    def test_writes_what_is_true(self):
        self.file.write_text(HONEST.replace("Hello,\nreader.\n$", "Hallo,\n$")
                             .replace("0.25 s", "0.25 steps"))
        self.assertEqual(follow(self.file, "--update")[0], 1)
        self.assertEqual(self.file.read_text(), HONEST.replace("0.25 s", "0.1 s"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    known, others = parser.parse_known_args()
    build = known.build.resolve()
    unittest.main(argv=[sys.argv[0], *others])
