#!/usr/bin/env python3
"""Does what a tutorial in Markdown says, as its reader would, and compares what is printed.

    tutorial.py [--update] TUTORIAL.md     says what differs; --update writes it into the tutorial
    tutorial.py --root TUTORIAL.md         prints the commands for root, which are not run
    tutorial.py --keep DIR TUTORIAL.md     leaves the reader's files there
    tutorial.py --section NAME FILE.md     does only what stands in this section, `## NAME`

The programs are those on PATH. Everything happens in one temporary folder, in one shell, in the order
of the document. The word behind a block's language, or its language, says what the block is:

    ```lua queue.lua       the text of a new file; any language but `diff` and `console`
    ```lua >> queue.lua    text for the end of a file
    ```diff queue.lua      lines of a file to replace: those with `-` and ` ` must be there once
    ```console             commands behind `$ `, each with what it prints below it
    ```console root        commands for root behind `# `

The paragraph above a file names it in backticks, so that the reader knows where the text belongs. A
command that fails is followed by `echo $?`. A picture whose alternative text is a file of the reader's,
![queue.svg](tutorial/queue.svg), is the same as that file; has the same texts, if Graphviz drew it, or times are in
it, which move what is beside them.

One thing may differ, because it does on every machine: numbers before ` s` and ` ms`, which are times.
"""

import argparse
import contextlib
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile

MARK = "-- end of the output of a command --"


def without_times(text):
    """Times as T, with as many blanks before them as it takes."""
    return re.sub(r" *(?<![\w.])\d+(\.\d+)?(?= m?s\b)", " T", text)


class Lie(Exception):
    """What the tutorial says is not so."""


class Block:
    """A block between ``` lines. `line` is the number of its first line, `end` of the ``` behind it."""

    def __init__(self, line, info, above):
        self.line = line
        self.end = line
        words = info.split()
        self.language = words[0] if words else ""
        self.what = words[1:]
        self.above = above  # the paragraph in front of it
        self.lines = []

    @property
    def text(self):
        return "".join(line + "\n" for line in self.lines)


def blocks_and_pictures(document):
    """In the order of the document: Blocks, and (line, file of the reader's, picture) of pictures."""
    found = []
    block = None
    paragraph = []
    gap = False  # a blank line was the last
    for number, line in enumerate(document.splitlines(), start=1):
        if block is not None:
            if line.startswith("```"):
                block.end = number
                block = None
            else:
                block.lines.append(line)
            continue
        if line.startswith("```"):
            block = Block(number + 1, line[3:], " ".join(paragraph))
            found.append(block)
        elif line.strip():
            paragraph = [line] if gap else [*paragraph, line]
            for alternative, target in re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", line):
                found.append((number, alternative, target))
        gap = not line.strip()
    if block is not None:
        raise Lie(f"{block.line}: the block has no end")
    return found


class Shell:
    """A bash that runs commands one after the other, in a folder."""

    def __init__(self, folder):
        self.bash = subprocess.Popen(["bash", "--norc", "--noprofile"], cwd=folder, text=True,
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                     stderr=subprocess.STDOUT)
        self.code = 0

    def run(self, command):
        """What the command prints; `$?` is the code of the one before. Sets `code`."""
        self.bash.stdin.write(f"(exit {self.code})\n{{ {command}\n}} </dev/null\n"
                              f"printf '\\n{MARK} %d\\n' $?\n")
        self.bash.stdin.flush()
        output = ""
        for line in self.bash.stdout:
            if line.startswith(MARK):
                self.code = int(line.rsplit(maxsplit=1)[1])
                return output.removesuffix("\n")
            output += line
        raise Lie(f"the shell ended in: {command}")

    def close(self):
        self.bash.stdin.close()
        self.bash.stdout.close()
        self.bash.wait()


class Reader:
    """Does what the blocks say, in a folder. `problems` are texts, each with a line of the document."""

    def __init__(self, folder, tutorial):
        self.folder = pathlib.Path(folder)
        self.tutorial = tutorial
        self.shell = Shell(folder)
        self.problems = []
        self.printed = {}  # Block: its lines as they should be

    def do(self, item):
        try:
            if isinstance(item, tuple):
                self.compare_picture(*item)
            elif item.language == "console":
                if item.what != ["root"]:
                    self.run(item)
            elif item.what:
                self.write(item)
            else:
                raise Lie(f"{item.line - 1}: the block is neither a file nor commands")
        except Lie as lie:
            self.problems.append(str(lie))

    def write(self, block):
        name = block.what[-1]
        if f"`{name}`" not in block.above:
            raise Lie(f"{block.line - 1}: the paragraph above does not name `{name}`")
        file = self.folder / name
        if block.language == "diff":
            old = "".join(line[1:] + "\n" for line in block.lines if line[:1] in ("-", " "))
            new = "".join(line[1:] + "\n" for line in block.lines if line[:1] in ("+", " "))
            text = file.read_text()
            if ("\n" + text).count("\n" + old) != 1:
                raise Lie(f"{block.line}: {name} does not have these lines once:\n{old}")
            file.write_text(("\n" + text).replace("\n" + old, "\n" + new)[1:])
        elif block.what[0] == ">>":
            file.write_text(file.read_text() + block.text)
        elif file.exists():
            raise Lie(f"{block.line}: there is a {name} already")
        else:
            file.write_text(block.text)

    def run(self, block):
        """Runs each command and compares what it prints with the lines below it."""
        at = 0
        failed = None  # a command whose code nobody has asked for yet
        self.printed[block] = []
        while at < len(block.lines):
            command = block.lines[at]
            line = block.line + at
            if not command.startswith("$ "):
                raise Lie(f"{line}: not a command: {command}")
            at += 1
            expected = []
            while at < len(block.lines) and not block.lines[at].startswith("$ "):
                expected.append(block.lines[at])
                at += 1
            if failed and command != "$ echo $?":
                self.problems.append(f"{line - 1}: {self.unasked(failed)}")
            output = self.shell.run(command[2:]).splitlines()
            failed = command if self.shell.code else None
            self.printed[block] += [command, *self.compare(line, command, expected, output)]
        if failed:
            self.problems.append(f"{block.end}: {self.unasked(failed)}")

    def unasked(self, command):
        return f"{command} ends with code {self.shell.code}, and `echo $?` does not follow"

    def compare(self, line, command, expected, output):
        """Returns what the tutorial should show: what it shows, if only times differ."""
        told = [without_times(text) for text in expected]
        seen = [without_times(text) for text in output]
        if told == seen:
            return expected
        difference = difflib.unified_diff(told, seen, "the tutorial", "the command", lineterm="")
        self.problems.append(f"{line}: {command}\n" + "\n".join(difference))
        return output

    def compare_picture(self, line, name, target):
        def shown(file):
            text = file.read_text()
            if "Generated by graphviz" in text or without_times(text) != text:
                return re.findall(r"<text[^>]*>([^<]*)<", without_times(text))
            return text
        file = self.folder / name
        picture = self.tutorial.parent / target
        if not file.exists():
            raise Lie(f"{line}: the reader has no {name}")
        if not picture.exists() or shown(picture) != shown(file):
            self.printed[picture] = file.read_text()
            raise Lie(f"{line}: {target} does not show what {name} does")


def updated(document, printed):
    """The document with what the commands printed."""
    lines = document.splitlines()
    for block, shown in reversed([(b, s) for b, s in printed.items() if isinstance(b, Block)]):
        lines[block.line - 1:block.end - 1] = shown
    return "\n".join(lines) + "\n"


def section(document, name):
    """The document with blank lines for all that is not in the section."""
    lines = []
    inside = found = fenced = False
    for line in document.splitlines():
        fenced ^= line.startswith("```")
        if line.startswith("## ") and not fenced:
            inside = line == f"## {name}"
            found = found or inside
        lines.append(line if inside else "")
    if not found:
        raise SystemExit(f"there is no section '{name}'")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tutorial", type=pathlib.Path)
    parser.add_argument("--update", action="store_true", help="write what differs into the tutorial")
    parser.add_argument("--root", action="store_true", help="print the commands for root")
    parser.add_argument("--section", help="only this one")
    parser.add_argument("--keep", type=pathlib.Path, help="work in this new folder, and leave it")
    options = parser.parse_args()
    document = options.tutorial.read_text()
    items = blocks_and_pictures(section(document, options.section) if options.section else document)
    blocks = [item for item in items if isinstance(item, Block)]
    if options.root:
        for block in blocks:
            if block.language == "console" and block.what == ["root"]:
                print("\n".join(line[2:] for line in block.lines if line.startswith("# ")))
        return 0
    with contextlib.ExitStack() as stack:
        folder = options.keep
        if folder:
            folder.mkdir()
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="cpngen-tutorial-"))
        reader = Reader(folder, options.tutorial)
        for item in items:
            reader.do(item)
        reader.shell.close()
    for problem in reader.problems:
        print(f"{options.tutorial}:{problem}")
    commands = sum(line.startswith("$ ") for block in blocks for line in block.lines)
    if options.update:
        options.tutorial.write_text(updated(document, reader.printed))
        for picture, text in reader.printed.items():
            if isinstance(picture, pathlib.Path):
                picture.parent.mkdir(exist_ok=True)
                picture.write_text(text)
    if reader.problems:
        print(f"{len(reader.problems)} of what the tutorial says is not so")
        return 1
    print(f"{commands} commands print what the tutorial says")
    return 0


if __name__ == "__main__":
    sys.exit(main())
