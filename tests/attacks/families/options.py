"""Every option with values that it does not take."""

import os

from attacks.attack import Attack, File, text

_FILES = {
    "m.lua": text("N = param(2, { min = 1, max = 9 }) S = param('x') B = param(true) var { i = INT } P, Q = place(INT, { 1 }), place(INT) "
                  "T = transition { input = { P(i) }, output = { Q(i) } } property 'p' (POS(NF(function(M) return #M.Q == 1 end))) "
                  "test 't' { observe = { [T] = function(i) return stimulus('s', { i = i }) end } } chart { messages = {} }"),
    "s.xml": text('<Test TestName="t"><TestCase CaseID="1"><TestValues><S/></TestValues></TestCase></Test>'),
    "model.pnml": text('<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="p"/></net></pnml>'),
    "folder/x": text("x"),
}
NUMBERS = {"empty": "", "minus": "-1", "zero": "0", "fraction": "1.5", "exponent": "1e9", "hex": "0x10", "space": " 1", "trailing": "1 ",
           "vast": "9" * 30, "longest": "9" * 100_000, "word": "x", "nan": "nan", "infinite": "inf", "arabic": "١", "plus": "+1",
           "list": "1,2", "max": "18446744073709551616", "unit": "1Q", "line": "1\n2", "dashes": "--", "dash": "-", "bytes": "\udcff\udcfe"}
NAMES = {"empty": "", "none": "nothing here", "long": "x" * 100_000, "line": "a\nb", "escape": "\x1b[31mred", "bytes": "\udcff\udcfe",
         "dash": "-", "option": "--help", "pattern": "*", "slash": "../../x", "nul-like": "%00", "quotes": "'\"`$(id)"}
FILES = {"empty": "", "folder": "folder", "none": "no/such/file", "long": "x" * 5_000, "line": "a\nb.lua", "device": "/dev/zero",
         "random": "/dev/urandom", "null": "/dev/null", "tty": "/dev/tty", "full": "/dev/full", "memory": "/proc/self/mem", "loop": "loop.lua",
         "fifo": "fifo.lua", "bytes": "\udcff.lua", "root": "/", "parent": "..", "process": "/proc/1/environ", "stdin": "/dev/stdin",
         "file-as-folder": "m.lua/x.lua", "nothing": "empty.lua", "socket": "/dev/log"}
OUTPUTS = {"empty": "", "folder": "folder", "no-folder": "no/x.{}", "full": "/dev/full", "root": "/x.{}", "proc": "/proc/x.{}", "long": "x" * 300 + ".{}",
           "itself": "m.lua", "itself-other-way": "./m.lua", "other-ending": "x.exe", "no-ending": "x", "line": "a\nb.{}",
           "dangling": "dangling.{}", "loop": "loop.lua", "in-file": "m.lua/x.{}", "bytes": "\udcff.{}"}
PARAMETERS = {"no-value": "N", "no-name": "=1", "empty": "", "unknown": "X=1", "type": "N=x", "bounds": "N=10", "vast": "N=99999999999999999999",
              "float": "N=1.5", "code": "N=os.exit()", "boolean": "B=maybe", "long": "S=" + "x" * 100_000, "line": "S=a\nb",
              "bytes": "S=\udcff", "escape": "S=\x1b[0m", "equals": "N==1", "space": "N = 1", "hex": "N=0x2", "minus": "N=-1"}
MARKINGS = {"empty": "", "no-value": "P", "nothing": "P=", "no-place": "X={ 1 }", "colour": "P={ 'x' }", "syntax": "P={", "code": "P=os.exit()",
            "loop": "P=(function() while true do end end)()", "deep": "P=" + "(" * 10_000, "vast": "P={ copies(4611686018427387904, 1) }",
            "negative": "P={ copies(-1, 1) }", "long": "P={ " + "1, " * 30_000 + "}", "all": "P=all", "nested": "P=" + "{" * 250 + "}" * 250,
            "statement": "P={} X = 1", "return": "P=return {}", "comment": "P={ 1 --", "bracket": "P=]] .. 1", "line": "P={ 1,\n\n 2, }, 3"}
_COMMANDS = {"space": "space m.lua", "check": "check m.lua", "simulate": "simulate m.lua", "generate": "generate m.lua --simulations 2 -o -",
             "draw": "draw m.lua -o -", "export": "export m.lua -o -", "describe": "describe m.lua"}
_NUMBER_OPTIONS = {
    "space": ("--workers", "--max-states", "--max-seconds", "--max-memory"), "check": ("--workers", "--max-states", "--max-seconds", "--max-memory"),
    "simulate": ("--seed", "--steps", "--runs"), "generate": ("--seed", "--steps", "--observations", "--jobs", "--max-states", "--max-cases"),
}
_OUTPUT_OPTIONS = {
    "space m.lua": (("-o", "txt"), ("--dot", "dot"), ("--svg", "svg"), ("--dump", "aut")),
    "check m.lua": (("--trace", "json"), ("--msc", "svg")), "simulate m.lua": (("--record", "json"), ("--msc", "mmd")),
    "generate m.lua --state-space": (("-o", "xml"),), "draw m.lua": (("-o", "svg"), ("-o", "dot")), "export m.lua": (("-o", "pnml"),),
    "import model.pnml": (("-o", "lua"),), "adapter list s.xml": (), "adapter run s.xml": (("--junit", "xml"), ("--trace", "d")),
}


def _attack(name, command, ends=("done", "refused", "limit", "found"), gate=False, outputs=(), **more):
    # A name that has ended up as an option's value may be printed, and so may what --help prints.
    files = {**_FILES, "loop.lua": File(lambda: b"loop.lua", "link"), "fifo.lua": File(bytes, "fifo"), "empty.lua": text("")}
    program = command[0] if command[0] == "adapter" else "cpngen"
    return Attack(name=f"options/{name}", command=(program, *command[command[0] == "adapter":]), ends=ends, files=files, gate=gate,
                  outputs=outputs, **more)


def _safe(values):
    """Without what no command line can hold."""
    return {what: value for what, value in values.items() if len(os.fsencode(value)) < 131_000}


def attacks():
    made = []
    for command, options in _NUMBER_OPTIONS.items():
        for number, option in enumerate(options):
            for kind, (what, value) in enumerate(_safe(NUMBERS).items()):
                made.append(_attack(f"{command}{option}/{what}", [*_COMMANDS[command].split(), f"{option}={value}"],
                                    gate=(number + kind) % 6 == 0))
    for command, words in _COMMANDS.items():
        for option, values in (("-D", PARAMETERS), ("--initial", MARKINGS), ("--with", FILES)):
            for kind, (what, value) in enumerate(_safe(values).items()):
                made.append(_attack(f"{command}{option}/{what}", [*words.split(), option, value],
                                    gate=(len(command) + kind) % 8 == 0, outputs=("-",)))
    for command, option in (("check", "--property"), ("simulate --runs 2", "--property"), ("generate", "--spec"), ("draw", "--module")):
        for what, value in _safe(NAMES).items():
            words = _COMMANDS.get(command, "simulate m.lua --runs 2").split()
            made.append(_attack(f"{command.split()[0]}{option}/{what}", [*words, option, value], gate=what in ("long", "escape", "bytes")))
    for command, options in _OUTPUT_OPTIONS.items():
        for option, ending in options:
            for kind, (what, value) in enumerate(OUTPUTS.items()):
                files_of = ("*." + ending, "x", "x.exe", "folder/*", "no", "no/*", "*.d/*", "TMPDIR/nothing")
                made.append(_attack(f"{'-'.join(command.split()[:2])}-{ending}{option}/{what}",
                                    [*command.split(), option, value.replace("{}", ending)], gate=kind % 4 == 0, outputs=files_of))
    for words in ("space", "check", "simulate", "describe", "import", "adapter list", "adapter run", "adapter faults --system"):
        for kind, (what, value) in enumerate(FILES.items()):
            tail = ["-o", "x"] if words == "import" else []
            made.append(_attack(f"{words.replace(' ', '-')}-model/{what}", [*words.split(), value, *tail], gate=kind % 4 == 0, outputs=("x", "x/*")))
    for words in ("simulate m.lua --replay", "mcc --examination StateSpace"):
        for what, value in FILES.items():
            made.append(_attack(f"{words.split()[0]}-input/{what}", [*words.split(), value], gate=what in ("device", "folder", "loop")))
    for program in ("cpngen", "adapter"):
        for what, words in (("none", []), ("unknown", ["nothing"]), ("long", ["x" * 100_000]), ("bytes", ["\udcff"]), ("escape", ["\x1b[31m"]),
                            ("many", ["x"] * 5_000), ("option", ["--nothing"]), ("twice", ["help", "help"]), ("empty", [""])):
            command = ["adapter", *words] if program == "adapter" else ["cpngen", *words]
            made.append(Attack(name=f"options/{program}-command/{what}", command=tuple(command), ends=("done", "refused"), gate=True))
    return made
