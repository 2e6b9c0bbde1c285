"""Inputs that are right but for a few changes, by chance from a seed: the same ones every time."""

import random
import re
import zlib

from attacks.attack import ROOT, Attack, binary, text

# What is mutated: the file's name in the attack, where it comes from, and the command.
_LUA_COMMANDS = ("space m.lua --max-states 300 --max-memory 1G", "check m.lua --max-states 300", "simulate m.lua --steps 30",
                 "export m.lua -o m.pnml", "draw m.lua -o m.dot", "describe m.lua")
_MODELS = ("dining_philosophers", "distributed_data_base", "lamport_paxos", "limit_protocol", "philosophers", "producers_consumers",
           "simple_protocol", "transaction_commit", "two_phase")
_NUMBERS = (b"0", b"-1", b"1", b"255", b"4096", b"4097", b"65536", b"2147483648", b"4294967296", b"9223372036854775807",
            b"9223372036854775808", b"-9223372036854775808", b"1e999", b"0.5", b"99999999999999999999999")
_WORDS = {
    "lua": (b"nil", b"{}", b"all", b"unit", b"_", b"()", b"...", b"''", b"copies(3, unit)", b"sum()", b"expr ''", b"each '{}'", b"when('', 1)",
            b"cons(1, {})", b"list(INT)", b"INT", b"STRING", b"place(INT)", b"function() end", b"transition {}", b"[[", b"--[[", b"goto a",
            b"{ all, all }", b"math.maxinteger", b"0/0", b"error()", b"module(function(_ENV) end)", b"require 'm'"),
    "xml": (b"<a/>", b"</a>", b"<![CDATA[", b"]]>", b"<!--", b"&lt;", b"&x;", b"&#0;", b"&#x110000;", b"<?x?>", b"<!DOCTYPE a>", b'=""', b"><", b'"',
            b"\xff", b"\x00", b"<page/>", b"xmlns='x'", b"id='a'"),
    "json": (b"{}", b"[]", b"null", b"true", b'""', b",", b":", b"\\u0000", b"\\ud800", b"1e999", b"-0", b'"\xff"', b"[[", b'{"a":1}', b"\x00"),
}


def mutant(original, words, chance):
    """`original` with one to six changes."""
    data = bytearray(original)
    for _ in range(chance.randint(1, 6)):
        tokens = [match.span() for match in re.finditer(rb"\w+|[^\w\s]|\s+", bytes(data))]
        if len(tokens) < 2:
            break
        begin, end = chance.choice(tokens)
        other = data[slice(*chance.choice(tokens))]
        way = chance.randrange(9)
        if way == 0:
            del data[begin:end]
        elif way == 1:
            data[begin:end] = other
        elif way == 2:
            data[begin:begin] = chance.choice(words)
        elif way == 3:
            data[begin:end] = chance.choice(words)
        elif way == 4:
            numbers = [match.span() for match in re.finditer(rb"\d+", bytes(data))]
            if numbers:
                data[slice(*chance.choice(numbers))] = chance.choice(_NUMBERS)
        elif way == 5:
            start, stop = sorted((chance.choice(tokens)[0], chance.choice(tokens)[1]))
            data[begin:begin] = data[start:min(stop, start + 500)]
        elif way == 6:
            start = chance.choice(tokens)[0]
            del data[begin:max(begin, min(start, begin + 200))]
        elif way == 7:
            data[begin] = chance.randrange(256)
        else:
            data[begin:begin] = bytes(data[begin:end]) * chance.randint(1, 50)
    return bytes(data)


def _inputs():
    """(name, the file, its content, kind, the commands, other files)."""
    for model in _MODELS:
        yield f"model-{model}", "m.lua", (ROOT / f"models/{model}.lua").read_bytes(), "lua", _LUA_COMMANDS, {}
    for model in ("two_phase_commit", "paxos"):
        folder = ROOT / "models" / model
        files = {f"m/{path.name}": binary(path.read_bytes()) for path in sorted(folder.glob("*.lua"))}
        for path in sorted(folder.glob("*.lua")):
            yield (f"module-{model}-{path.stem}", f"m/{path.name}", path.read_bytes(), "lua",
                   ("space m --max-states 100 --max-memory 1G", "simulate m --steps 30", "generate m --spec system --simulations 2 -o -"), files)
    for kind in ("pnml", "cpn"):
        for path in sorted((ROOT / "tests/fuzz/seeds" / kind).glob(f"*.{kind}")):
            yield (f"{kind}-{path.stem}", f"m.{kind}", path.read_bytes(), "xml",
                   (f"space m.{kind} --max-states 100 --max-memory 1G", f"import m.{kind} -o out"), {})
    for path in sorted((ROOT / "tests/fuzz/seeds/suite").glob("*.xml")):
        yield f"suite-{path.stem}", "s.xml", path.read_bytes(), "xml", ("adapter list s.xml",), {}
    net = (b"<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/ptnet'><page id='p'><place id='a'><initialMarking>"
           b"<text>2</text></initialMarking></place><place id='b'/><place id='c'/><transition id='t'/><transition id='u'/>"
           b"<arc id='1' source='a' target='t'/><arc id='2' source='t' target='b'/></page></net></pnml>")
    for path in sorted((ROOT / "tests/fuzz/seeds/mcc").glob("*.xml")):
        yield (f"formula-{path.stem}", "CTLCardinality.xml", path.read_bytes(), "xml", ("mcc . --examination CTLCardinality --max-states 1000",),
               {"model.pnml": binary(net)})
    trace = (b'{"format":"cpngen-trace","version":1,"traces":[{"made_by":"cpngen 0.1.0","model":"m.lua","parameters":{"N":"2"},'
             b'"property":"p","outcome":"violated","steps":[{"number":1,"kind":"binding","name":"Up","fields":[["i","0"]],'
             b'"moves":[{"place":"P","removed":"1`0","added":"1`1"}],"key":"Up (i = 0)","hash":"7f5c8a9309f1193e"},'
             b'{"number":2,"kind":"binding","name":"Up","fields":[["i","1"]],"moves":[{"place":"P","removed":"1`1","added":"1`2"}],'
             b'"key":"Up (i = 1)"}],"loop":1,"remarks":[{"after":0,"text":"so","where":"m.lua:1"}]}]}')
    model = text("N = param(2) var { i = INT } P = place(INT, { 0 }) Up = transition { input = { P(i) }, output = { P(expr 'i + 1') } } "
                 "property 'p' (EV(NF(function(M) return M.P[1] == 5 end)))")
    yield "trace-counterexample", "t.json", trace, "json", ("simulate m.lua --replay t.json", "simulate m.lua --replay t.json --property p"), {"m.lua": model}
    yield ("trace-record", "t.json", b"Up (i = 0)\nUp (i = 1)\nUp (i = 2)\n", "json", ("simulate m.lua --replay t.json",), {"m.lua": model})
    system = (ROOT / "examples/lock/lock.system.lua").read_bytes() if (ROOT / "examples/lock/lock.system.lua").exists() else b""
    for path in sorted((ROOT / "examples").glob("*/*.system.lua")):
        yield f"system-{path.stem.partition('.')[0]}", "m.lua", path.read_bytes() or system, "lua", ("adapter faults --system m.lua",), {}


def attacks(mutants, seed):
    made = []
    for name, file, original, kind, commands, files in _inputs():
        # Another name would give other changes: an input that is added leaves those of the others alone.
        chance = random.Random(seed * 1_000_003 + zlib.crc32(name.encode()))
        for number in range(mutants):
            command = commands[number % len(commands)].split()
            program = "adapter" if command[0] == "adapter" else "cpngen"
            made.append(Attack(
                name=f"mutants/{name}/{seed}-{number}", command=(program, *command[command[0] == "adapter":]),
                ends=("done", "found", "refused", "limit"), files={**files, file: binary(mutant(original, _WORDS[kind], chance))},
                outputs=("m.pnml", "m.dot", "m.*.dot", "out", "out/*"), gate=number < 2, runs=1 + number % 2,
                several=file.endswith(".cpn")))
    return made
