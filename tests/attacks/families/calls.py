"""Every function of the model language with arguments that it does not take, while the model loads and
while it runs.
"""

from attacks.attack import Attack, text

FUNCTIONS = (
    "param", "range", "enum", "index", "product", "record", "list", "union", "subset", "alias", "var", "place", "fusion",
    "transition", "copies", "sum", "when", "expr", "each", "cons", "module", "In", "Out", "InOut", "substitution", "require",
    "insert", "append", "remove", "contains", "map", "filter", "fold", "range_list", "raise", "handle", "test", "stimulus",
    "response", "xml.node", "xml.element", "property", "chart", "NOT", "AND", "OR", "POS", "INV", "EV", "ALONG", "NF", "AF",
    "ipairs", "pairs", "next", "select", "type", "tostring", "tonumber", "error", "assert", "math.abs", "math.floor",
    "math.max", "math.fmod", "math.tointeger", "math.type", "math.ult", "string.byte", "string.char", "string.find",
    "string.format", "string.gmatch", "string.gsub", "string.len", "string.lower", "string.match", "string.rep",
    "string.reverse", "string.sub", "string.upper", "table.concat", "table.insert", "table.move", "table.pack",
    "table.remove", "table.sort", "table.unpack", "utf8.char", "utf8.codepoint", "utf8.codes", "utf8.len", "utf8.offset",
)
ARGUMENTS = {
    "nothing": "",
    "nil": "nil",
    "huge": "math.maxinteger",
    "lowest": "math.mininteger, math.mininteger",
    "huge-thrice": "math.maxinteger, math.maxinteger, math.maxinteger",
    "not-a-number": "0/0, 0/0",
    "infinite": "1/0, -1/0, 1/0",
    "text": "'x', 'x', 'x'",
    "bytes": "'\\255\\0\\27', '\\255', '%'",
    "itself": "l, l, l",
    "holes": "{ 1, nil, nil, 4 }, { 1, nil, 3 }",
    "keyed": "{ [{}] = {}, [1.5] = 2, [true] = 3 }, { [0] = 1 }",
    "functions": "print, function() end, function(...) return ... end",
    "deep-function": "function(f) return f(f) end, function(f) return f(f) end",
    "colour-set": "INT, INT, INT",
    "place": "P, P, P",
    "variable": "i, i, i",
    "unit": "unit, unit",
    "many": "table.unpack(m)",
    "long-text": "('x'):rep(100000), ('x'):rep(100000)",
    "pattern": "('a'):rep(50000), ('a*'):rep(50) .. 'b', '%1'",
    "wide-list": "m, m, m",
}
_HEAD = "var { i = INT }\nlocal l = {} l[1] = l l.a = l\nlocal m = {} for k = 1, 2000 do m[k] = k end\nP = place(INT, { 1 })\n"


def attacks():
    made = []
    for number, function in enumerate(FUNCTIONS):
        for kind, (what, arguments) in enumerate(ARGUMENTS.items()):
            arguments = arguments.replace("print", "tostring")
            loading = f"{_HEAD}local x = {function}({arguments})\n"
            running = (f"var {{ i = INT }}\nP = place(INT, {{ 1 }})\nT = transition {{ input = {{ P(i) }}, guard = function(i)\n"
                       f"local l = {{}} l[1] = l l.a = l local m = {{}} for k = 1, 2000 do m[k] = k end\n"
                       f"local x = {function}({arguments})\nreturn true end }}\n")
            name = function.replace(".", "-")
            made.append(_attack(f"calls/loading-{name}/{what}", loading, (number + kind) % 22 == 0))
            if number % 2 == kind % 2:
                made.append(_attack(f"calls/running-{name}/{what}", running, (number + kind) % 22 == 2))
    return made


def _attack(name, code, gate):
    return Attack(name=name, command=("cpngen", "space", "m.lua", "--max-states", "50"), ends=("done", "refused", "limit"),
                  files={"m.lua": text(code)}, place="m.lua", gate=gate)
