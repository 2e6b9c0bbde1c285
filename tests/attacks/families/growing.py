"""Models that grow without end, each in another way, under the limits of every command that can run
long. A limit must hold wherever the work is, and reaching it is an exit code of its own.
"""

from attacks.attack import Attack, text
from attacks.families.nesting import PTNET, formulas

GROWING = {
    "counter": "var { i = INT } P = place(INT, { 1 }) T = transition { input = { P(i) }, output = { P(expr 'i + 1') } }",
    "list": "L = list(INT) var { l = L } P = place(L, { {} }) T = transition { input = { P(l) }, output = { P(expr 'cons(1, l)') } }",
    "doubling-list": "L = list(INT) var { l = L } P = place(L, { { 1 } }) T = transition { input = { P(l) }, output = { P(expr 'append(l, l)') } }",
    "doubling-string": "var { s = STRING } P = place(STRING, { 'x' }) T = transition { input = { P(s) }, output = { P(function(s) return s .. s end) } }",
    "string": "var { s = STRING } P = place(STRING, { 'x' }) T = transition { input = { P(s) }, output = { P(function(s) return s .. 'x' end) } }",
    "tokens": "P = place(UNIT, { unit }) T = transition { input = { P(unit) }, output = { P(copies(2, unit)) } }",
    "distinct-tokens": "var { i = INT } P = place(INT, { 1 }) Q = place(INT) T = transition { input = { P(i) }, output = { P(expr 'i + 1'), Q(i) } }",
    "records": "R = record { a = INT, b = list(INT) } var { r = R } P = place(R, { { a = 1, b = {} } }) T = transition { input = { P(r) }, "
               "output = { P(function(r) return { a = r.a + 1, b = cons(r.a, r.b) } end) } }",
    "unions": "U = union { A = INT, B = list(INT) } var { u = U } P = place(U, { U.A(1) }) T = transition { input = { P(u) }, "
              "output = { P(function(u) if u.tag == 'A' then return U.B { u.value } end return U.B(cons(1, u.value)) end) } }",
    "bits": "for k = 1, 40 do _ENV['P' .. k] = place(BOOL, { false }) _ENV['T' .. k] = transition { input = { _ENV['P' .. k](false) }, "
            "output = { _ENV['P' .. k](true) } } end",
    "wide": "C = range(1, 60) var { c = C } P, Q = place(C, all), place(C) T = transition { input = { P(c) }, output = { Q(c) } }",
    "each": "L = list(INT) var { l = L } P, Q = place(L, { { 1 } }), place(INT) T = transition { input = { P(l) }, "
            "output = { P(expr 'append(l, l)'), Q(each 'l') } }",
    "all-by-all": "C = range(1, 4000) P = place(product(C, C), { { all, all } })",
    "free-variables": "C = range(1, 4000) var { a = C, b = C } P = place(product(C, C)) T = transition { output = { P { a, b } } }",
    "bindings": "C = range(1, 4000) var { a = C, b = C } P, Q = place(C, all), place(C, all) T = transition { input = { P(a), Q(b) }, "
                "guard = function(a, b) return a == b end }",
    "slow-guard": "C = range(1, 4000) var { a = C } P = place(C, all) T = transition { input = { P(a) }, guard = function(a) "
                  "for k = 1, 1000000 do end return true end, output = { P(a) } }",
    "slow-bindings": "C = range(1, 4000) var { a = C, b = C } P, Q = place(C, all), place(C, all) T = transition { input = { P(a), Q(b) }, "
                     "guard = function(a, b) for k = 1, 1000000 do end return a == b end }",
    "slow-output": "var { i = INT } P = place(INT, { 1 }) T = transition { input = { P(i) }, output = { P(function(i) "
                   "for k = 1, 1000000 do end return i + 1 end) } }",
    "reset": "var { i = INT } P, Q = place(INT, { 1 }), place(INT) T = transition { input = { P(i) }, output = { P(expr 'i + 1'), Q(i) } } "
             "R = transition { input = { P(i) }, reset = { Q }, output = { P(i) } }",
    "instances": "M = module(function(_ENV) var { i = INT } P = place(INT, { 1 }) T = transition { input = { P(i) }, "
                 "output = { P(expr 'i + 1') } } end) for k = 1, 20 do _ENV['S' .. k] = substitution(M) end",
    "sets-of-lists": "L = list(list(INT)) var { l = L } P = place(L, { {} }) T = transition { input = { P(l) }, "
                     "output = { P(function(l) return cons(l[1] and append(l[1], { 1 }) or {}, l) end) } }",
    "names": "for k = 1, 100 do _ENV[('n'):rep(100000) .. k] = place(INT, { 1 }) end",
    "loading-loop": "for k = 1, 9000000 do end P = place(INT, { 1 })",
    "loading-memory": "local t = {} for k = 1, 900000 do t[k] = { k } end P = place(INT, { 1 })",
    "loading-net": "for k = 1, 30000 do _ENV['P' .. k] = place(INT, { k }) _ENV['T' .. k] = transition { input = { _ENV['P' .. k](k) } } end",
}
_TEST = " test 'grows' { detection = function(be) return true end, observation = function(be) return stimulus('s', { n = be.name }) end }"
_PROPERTY = " property 'ends' (EV(NF(function(M) return false end)))"
_CHART = " chart { messages = {} }"
COMMANDS = {
    "space": ("space m.lua", ""),
    "count": ("space m.lua --count", ""),
    "two-workers": ("space m.lua --workers 2", ""),
    "json": ("space m.lua --json -o s.json", ""),
    "cpn-tools": ("space m.lua --cpn-tools", ""),
    "dump": ("space m.lua --dump s.aut", ""),
    "check": ("check m.lua", _PROPERTY),
    "state-space-tests": ("generate m.lua --state-space -o s.xml", _TEST),
    "simulated-tests": ("generate m.lua --simulations 20 --steps 100000 -o s.xml", _TEST),
    "jobs": ("generate m.lua --simulations 20 --steps 100000 --jobs 2 -o s.xml", _TEST),
    "simulate": ("simulate m.lua --steps 1000000", ""),
    "trace": ("simulate m.lua --steps 100000 --record t.json", ""),
    "runs": ("simulate m.lua --runs 100000 --steps 100000", " property 'no' (NOT(POS(NF(function(M) return false end))))"),
    "draw": ("draw m.lua -o m.svg", ""),
    "svg": ("space m.lua --max-states 200 --svg m.svg", ""),
}
_OUTPUTS = ("s.json", "s.aut", "s.xml", "t.json", "m.svg", "m.*.svg")
# Commands whose runs have a length, and end by themselves.
_ENDS = ("done", "limit", "refused", "found")


def _limited(name, code, command, limit, memory, gate, ends=_ENDS):
    return Attack(name=f"limits/{name}", command=("cpngen", *command.split(), *limit), ends=ends, files={"m.lua": text(code)},
                  outputs=_OUTPUTS, seconds=6, memory=memory, runs=1, gate=gate, never="unknown option|Excludes|excludes")


def attacks():
    made = []
    for number, (what, code) in enumerate(GROWING.items()):
        for kind, (how, (command, more)) in enumerate(COMMANDS.items()):
            both = {"seconds": (["--max-seconds", "2", "--max-memory", "2G"], 4_096),
                    "memory": (["--max-memory", "256M", "--max-seconds", "4"], 512)}
            for limit, (words, memory) in both.items():
                # All of a model with two commands, and all commands with two models, in the gate.
                gate = (number + kind + len(limit)) % 12 == 0
                made.append(_limited(f"{what}-{how}/{limit}", code + more, command, words, memory, gate))
            if how in ("space", "check", "count"):
                made.append(_limited(f"{what}-{how}/states", code + more, command, ["--max-states", "100", "--max-seconds", "4", "--max-memory", "1G"],
                                     2_048, gate=how == "count"))
    return made + _formulas()


def _formulas():
    made = []
    atom = "<is-fireable><transition>t</transition></is-fireable>"
    deep = "<exists-path><finally>" * 12 + atom + "</finally></exists-path>" * 12
    net = PTNET.replace("<text>2</text>", "<text>1000000</text>")
    for examination in ("StateSpace", "ReachabilityDeadlock", "QuasiLiveness", "Liveness", "CTLFireability"):
        for limit, words, memory in (("seconds", ["--seconds", "2", "--max-memory", "2G"], 4_096), ("memory", ["--max-memory", "256M"], 512),
                                     ("states", ["--max-states", "1000"], 600)):
            made.append(Attack(
                name=f"limits/mcc-{examination}/{limit}", command=("cpngen", "mcc", ".", "--examination", examination, *words),
                ends=("done", "limit"), files={"model.pnml": text(net), "CTLFireability.xml": text(formulas(deep))},
                seconds=6, memory=memory, runs=1, gate=limit != "seconds"))
    return made
