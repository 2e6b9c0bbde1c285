"""Every construct that nests, inside itself: as deep as people write it, at the edges of usual limits
(200 of Lua's parser, 1,000, what a stack of 8 MB holds), and far beyond.

The first depth must be done, which shows that the construct is written right; the others may be
refused, with a place. None may crash.
"""

from attacks.attack import ROOT, Attack, text

DEPTHS = (3, 150, 199, 250, 1_000, 10_000, 100_000)
GATE = (3, 199, 10_000)

# Constructs of Lua: what opens, what is inside, what closes.
EXPRESSIONS = {
    "parentheses": ("(", "1", ")"),
    "not": ("not ", "true", ""),
    "minus": ("- ", "1", ""),
    "complement": ("~ ", "1", ""),
    "tables": ("{", "1", "}"),
    "keyed-tables": ("{ a = ", "1", " }"),
    "indexed-tables": ("{ [1] = ", "1", " }"),
    "power": ("2 ^ ", "1", ""),
    "concatenation": ("'a' .. ", "'b'", ""),
    "and": ("true and (", "true", ")"),
    "or": ("false or (", "true", ")"),
    "sum-right": ("1 + (", "1", ")"),
    "sum-left": ("1 + ", "1", ""),
    "comparison": ("1 == (", "1", ")"),
    "calls": ("math.abs(", "1", ")"),
    "list-calls": ("append({ 1 }, ", "{ 2 }", ")"),
    "cons": ("cons(1, ", "{}", ")"),
    "insert": ("insert({ 2 }, #", "{ 1 }", ")"),
    "functions": ("(function() return ", "1", " end)"),
    "called-functions": ("(function() return ", "1", " end)()"),
    "indices": ("({ 1 })[", "1", "]"),
    "methods": ("('a'):rep(#", "'a'", ")"),
}
STATEMENTS = {
    "do": ("do ", "", " end "),
    "while": ("while false do ", "", " end "),
    "if": ("if true then ", "", " end "),
    "else": ("if false then else ", "", " end "),
    "elseif": ("if false then ", "", " end "),
    "for": ("for i = 1, 1 do ", "", " end "),
    "for-in": ("for _, v in ipairs({}) do ", "", " end "),
    "repeat": ("repeat ", "", " until true "),
    "function": ("local function f() ", "", " end "),
}
# Declarations of the model language, inside themselves: opens, inside, closes.
DECLARATIONS = {
    "list-of-list": ("C = ", "list(", "INT", ")", ""),
    "product-of-product": ("C = ", "product(BOOL, ", "INT", ")", ""),
    "record-of-record": ("C = ", "record { a = ", "INT", " }", ""),
    "union-of-union": ("C = ", "union { A = UNIT, B = ", "INT", " }", ""),
    "alias-of-alias": ("C = ", "alias(", "INT", ")", ""),
    "subset-of-subset": ("C = ", "subset(", "range(1, 3)", ", function(x) return x > 0 end)", ""),
    "modules": ("", "M = module(function(_ENV) ", "", " end) ", ""),
    "copies": ("P = place(UNIT, { ", "copies(1, ", "unit", ")", " })"),
    "sums": ("P, Q = place(UNIT), place(UNIT, { unit }) T = transition { input = { Q(unit) }, output = { P(", "sum(", "unit", ")", ") } }"),
    "sums-of-two": ("P, Q = place(UNIT), place(UNIT, { unit }) T = transition { input = { Q(unit) }, output = { P(", "sum(unit, ", "unit", ")", ") } }"),
    "conditional": ("var { i = INT } P = place(INT, { 1 }) Q = place(INT) T = transition { input = { P(i) }, output = { Q(",
                    "when('i > 0', ", "i", ")", ") } }"),
    "patterns": ("L = list(INT) var { l = L, i = INT } P = place(L, { {} }) T = transition { input = { P(",
                 "cons(i, ", "l", ")", ") } }"),
    "tuples": ("P = place(UNIT, { ", "{", "unit", "}", " })", "refused"),
    "not-formulas": ("P = place(UNIT) property 'p' (", "NOT(", "NF(function(M) return true end)", ")", ")"),
    "pos-formulas": ("P = place(UNIT) property 'p' (", "POS(", "NF(function(M) return true end)", ")", ")"),
    "and-formulas": ("P = place(UNIT) property 'p' (", "AND(TT, ", "NF(function(M) return true end)", ")", ")"),
}
# The same, made by a loop: no parser sees how deep it is. $ is the depth.
LOOPS = {
    "copies": "local c = unit for i = 1, $ do c = copies(1, c) end P = place(UNIT, { c })",
    "copies-of-none": "local c = unit for i = 1, $ do c = copies(0, c) end P = place(UNIT, { c })",
    "arcs-in-none": "local c = unit for i = 1, $ do c = place(UNIT)(copies(0, c)) end P = place(UNIT, { c })",
    "shared-sums-in-none": "P = place(UNIT) local c = unit for i = 1, $ do c = sum(c, c) end T = transition { output = { P(copies(0, c)) } }",
    "sums": "local c = unit for i = 1, $ do c = sum(c) end P = place(UNIT, { c })",
    "sums-and-copies": "local c = unit for i = 1, $ do c = copies(1, sum(c)) end P = place(UNIT, { c })",
    "sums-in-lists": "local c = { unit } for i = 1, $ do c = { sum(c) } end P = place(UNIT, c)",
    "lists": "local c = 1 for i = 1, $ do c = { c } end P = place(INT, { c })",
    "records": "local c = 1 for i = 1, $ do c = { a = c } end P = place(INT, { c })",
    "when": "var { i = INT } P, Q = place(INT, { 1 }), place(INT) local c = i for i = 1, $ do c = when('true', c) end "
            "T = transition { input = { P(i) }, output = { Q(c) } }",
    "cons-patterns": "L = list(INT) var { i = INT, l = L } P = place(L) local c = l for j = 1, $ do c = cons(i, c) end "
                     "T = transition { input = { P(c) } }",
    "colour-sets": "local c = INT for i = 1, $ do c = list(c) end P = place(c)",
    "products": "local c = INT for i = 1, $ do c = product(BOOL, c) end P = place(c)",
    "records-of-sets": "local c = INT for i = 1, $ do c = record { a = c } end P = place(c)",
    "unions-of-sets": "local c = INT for i = 1, $ do c = union { A = c } end P = place(c)",
    "aliases": "local c = INT for i = 1, $ do c = alias(c) end P = place(c)",
    "subsets": "local c = range(1, 3) for i = 1, $ do c = subset(c, function(x) return true end) end P = place(c)",
    "formulas": "P = place(UNIT) local f = TT for i = 1, $ do f = NOT(f) end property 'p' (f)",
    "parameters": "local p = {} for i = 1, $ do p = { p } end N = param(p)",
    "errors": "local e = {} for i = 1, $ do e = { e } end error(e)",
    "raised": "local e = {} for i = 1, $ do e = { e } end raise(e)",
    "compared": "local a, b = {}, {} for i = 1, $ do a, b = { a }, { b } end P = place(UNIT) x = contains({ a }, b)",
    "printed": "local a = {} for i = 1, $ do a = { a } end x = tostring(a)",
    "sorted": "local a, b = {}, {} for i = 1, $ do a, b = { a }, { b } end table.sort({ a, b })",
    "keys": "local a = {} for i = 1, $ do a = { [a] = a } end P = place(INT, { a })",
    "xml": "P = place(UNIT, { unit }) T = transition { input = { P(unit) } } test 't' { observe = { [T] = function() "
           "return stimulus('s', {}) end }, format = function(o) local x = xml.node('a') for i = 1, $ do "
           "x = xml.node('a', x) end return x end }",
    "observations": "P = place(UNIT, { unit }) T = transition { input = { P(unit) } } test 't' { observe = { [T] = "
                    "function() local x = 1 for i = 1, $ do x = { x } end return stimulus('s', { a = x }) end } }",
    "charts": "P = place(UNIT, { unit }) T = transition { input = { P(unit) } } chart { messages = { [T] = function() "
              "local x = 1 for i = 1, $ do x = { x } end return { from = 'a', to = 'b', label = x } end } }",
    "handlers": "local f = function() return 1 end for i = 1, $ do local g = f f = function() return handle(g, "
                "function(x) return x end) end end P = place(INT, { f() })",
    "maps": "local f = function() return 1 end for i = 1, $ do local g = f f = function() return map({ 1 }, g)[1] end "
            "end P = place(INT, { f() })",
    "sorts": "local f = function() return true end for i = 1, $ do local g = f f = function() table.sort({ 2, 1 }, "
             "function() g() return false end) return true end end f() P = place(INT, { 1 })",
    "substitutions": "local f = function() return 1 end for i = 1, $ do local g = f f = function() "
                     "return #string.gsub('a', 'a', function() g() end) end end f() P = place(INT, { 1 })",
    "recursion": "local function f(n) if n == 0 then return 1 end return 1 + f(n - 1) end x = f($) P = place(INT)",
    "closed-modules": "local m = function(_ENV) end for i = 1, $ do local n = m m = function(_ENV) K = module(n) end end "
                      "P = place(INT)",
}
LOOP_DEPTHS = (2, 60, 199, 2_000, 100_000)
LOOP_GATE = (2, 60, 2_000, 100_000)

_NET = "var {{ i = INT }} P = place(INT, {{ 1 }}) Q = place(INT) T = transition {{ input = {{ P(i) }}, {} }}"


def _contexts(expression):
    """Where an expression of Lua can stand: the command, and the files."""
    return {
        "file": ("cpngen space m.lua", {"m.lua": f"local x = {expression} P = place(INT, {{ 1 }})"}),
        "guard": ("cpngen space m.lua", {"m.lua": _NET.format(f'guard = [==[({expression}) ~= nil]==]')}),
        "expr": ("cpngen space m.lua", {"m.lua": _NET.format(f'output = {{ Q(expr [==[type({expression}) == "x" and 1 or 2]==]) }}')}),
        "when": ("cpngen space m.lua", {"m.lua": _NET.format(f"output = {{ Q(when([==[({expression}) ~= nil]==], i)) }}")}),
        "each": ("cpngen space m.lua", {"m.lua": _NET.format(f"output = {{ Q(each [==[{{ type({expression}) == 'x' and 1 or 2 }}]==]) }}")}),
        "function": ("cpngen space m.lua", {"m.lua": _NET.format(f"guard = function(i) return ({expression}) ~= nil end")}),
        "required": ("cpngen space m.lua", {"m.lua": "require 'n' P = place(INT, { 1 })", "n.lua": f"local x = {expression}"}),
        "with": ("cpngen space m.lua --with n.lua", {"m.lua": "P = place(INT, { 1 })", "n.lua": f"local x = {expression}"}),
        "system": ("adapter faults --system m.lua", {"m.lua": f"local x = {expression} " + _SYSTEM}),
    }


_SYSTEM = "system 's' { processes = { a = { command = { 'true' } } }, driver = { command = { 'true' } } }"
_PLACES = {"required": "n.lua", "with": "n.lua"}


def _attack(name, command, files, depth, first, gate, place="m.lua", shallow="done"):
    ends = (shallow,) if depth == first else ("done", "refused")
    return Attack(name=f"nesting/{name}/{depth}", command=tuple(command.split()), ends=ends, place=place,
                  files={path: text(content) for path, content in files.items()}, gate=gate)


def _expressions():
    for construct, (opening, middle, closing) in EXPRESSIONS.items():
        for depth in DEPTHS:
            contexts = _contexts(opening * depth + middle + closing * depth)
            for number, (context, (command, files)) in enumerate(contexts.items()):
                # All contexts take the same way; the gate sees each construct in two of them.
                gate = depth in GATE and (len(construct) + number + depth) % 5 == 0
                yield _attack(f"{construct}-{context}", command, files, depth, DEPTHS[0], gate,
                              _PLACES.get(context, "m.lua"))


def _statements():
    for construct, (opening, middle, closing) in STATEMENTS.items():
        for depth in DEPTHS:
            code = opening * depth + middle + closing * depth
            for context, command, files in (
                    ("file", "cpngen space m.lua", {"m.lua": f"{code} P = place(INT)"}),
                    ("function", "cpngen space m.lua", {"m.lua": f"function f() {code} end P = place(INT)"}),
                    ("guard", "cpngen space m.lua", {"m.lua": _NET.format(f"guard = function(i) {code} return true end")})):
                yield _attack(f"{construct}-{context}", command, files, depth, DEPTHS[0],
                              depth in GATE and context == "file")


def _unclosed():
    """Only what opens: the parser meets the end of the file at its deepest."""
    for construct, (opening, *_) in {**EXPRESSIONS, **STATEMENTS}.items():
        for depth in DEPTHS[1:]:
            head = "local x = " if construct in EXPRESSIONS else ""
            yield Attack(name=f"nesting/unclosed-{construct}/{depth}", command=("cpngen", "space", "m.lua"),
                         ends=("refused",), place="m.lua", files={"m.lua": text(head + opening * depth)},
                         gate=depth in (199, 100_000))


def _declarations():
    for construct, (head, opening, middle, closing, tail, *shallow) in DECLARATIONS.items():
        for depth in DEPTHS:
            code = head + opening * depth + middle + closing * depth + tail
            for command in ("space", "draw"):
                out = " -o m.dot" if command == "draw" else ""
                attack = _attack(f"declared-{construct}-{command}", f"cpngen {command} m.lua{out}", {"m.lua": code}, depth,
                                 DEPTHS[0], depth in GATE and command == "space", shallow=(shallow or ["done"])[0])
                yield _with_outputs(attack, "*.dot")


def _loops():
    for construct, code in LOOPS.items():
        for depth in LOOP_DEPTHS:
            command = {"xml": "generate m.lua --state-space -o s.xml", "observations": "generate m.lua --state-space -o s.xml",
                       "charts": "simulate m.lua --msc m.svg"}.get(construct, "space m.lua")
            attack = Attack(name=f"nesting/looped-{construct}/{depth}", command=("cpngen", *command.split()),
                            ends=("done", "refused"), place="m.lua", files={"m.lua": text(code.replace("$", str(depth)))},
                            gate=depth in LOOP_GATE)
            yield _with_outputs(attack, "s.xml", "m.svg")


def _with_outputs(attack, *patterns):
    return Attack(**{**attack.__dict__, "outputs": patterns})


def _xml():
    """Elements inside elements, in all formats that are XML."""
    for depth in (10, 64, 100, 1_000, 10_000, 100_000):
        nested = "<a>" * depth + "</a>" * depth
        unclosed = "<a>" * depth
        gate = depth in (64, 10_000)
        pnml = ('<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="p">', "</page></net></pnml>")
        for what, inside in (("nested", nested), ("unclosed", unclosed)):
            for form, command, name, content in (
                    ("pnml", "cpngen space m.pnml", "m.pnml", pnml[0] + inside + pnml[1]),
                    ("pnml-pages", "cpngen space m.pnml", "m.pnml",
                     pnml[0] + inside.replace("a>", "page>").replace("<page>", '<page id="q">') + pnml[1]),
                    ("cpn", "cpngen space m.cpn", "m.cpn", f"<workspaceElements><cpnet>{inside}</cpnet></workspaceElements>"),
                    ("cpn-root", "cpngen import m.cpn -o out", "m.cpn", inside),
                    ("suite", "adapter list m.xml", "m.xml",
                     f'<Test TestName="t"><TestCase CaseID="1"><TestValues>{inside}</TestValues></TestCase></Test>'),
                    ("alternatives", "adapter list m.xml", "m.xml", _alternatives(depth, what == "nested"))):
                yield Attack(name=f"nesting/{form}-{what}/{depth}", command=tuple(command.split()), ends=("done", "refused"),
                             files={name: text(content)}, gate=gate, place=name)
        formula = "<negation>" * depth + '<is-fireable><transition>t</transition></is-fireable>' + "</negation>" * depth
        yield Attack(name=f"nesting/formula/{depth}", command=("cpngen", "mcc", ".", "--examination", "CTLFireability"),
                     ends=("done", "refused"), place="CTLFireability.xml", gate=gate,
                     files={"model.pnml": text(PTNET), "CTLFireability.xml": text(formulas(formula))})


def _alternatives(depth, closed):
    opening = "<TestValues><S/></TestValues><OneOf><Alternative><TestOracles><R/></TestOracles></Alternative><Alternative>"
    end = "</Alternative></OneOf>"
    return f'<Test TestName="t"><TestCase CaseID="1">{opening * depth}{end * depth if closed else ""}</TestCase></Test>'


PTNET = ('<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="p"><place id="a">'
         '<initialMarking><text>2</text></initialMarking></place><place id="b"/><transition id="t"/>'
         '<arc id="1" source="a" target="t"/><arc id="2" source="t" target="b"/></page></net></pnml>')


def formulas(formula):
    return ('<property-set xmlns="http://mcc.lip6.fr/"><property><id>f</id><description>d</description><formula>'
            f"{formula}</formula></property></property-set>")


def _ml():
    """CPN ML of CPN Tools, nested: in a marking of a small net."""
    cpn = (ROOT / "tests/fuzz/seeds/cpn/small.cpn").read_text(encoding="utf-8")
    constructs = {"parentheses": ("(", "1", ")"), "lists": ("[", "1", "]"), "if": ("if true then ", "1", " else 1"),
                  "let": ("let val x = ", "1", " in x end"), "fn": ("(fn x => ", "1", ") "), "negation": ("~", "1", ""),
                  "not": ("not ", "true", ""), "tuples": ("(1, ", "1", ")"), "cons": ("1 :: ", "[]", ""),
                  "append": ("[1] ^^ ", "[]", ""), "multisets": ("1`", "1", ""), "sums": ("1`1 ++ ", "1`1", ""),
                  "comments": ("(* ", "", " *)"), "case": ("case 1 of x => ", "1", ""), "handle": ("(", "1", " handle _ => 1)"),
                  "records": ("{ a = ", "1", " }"), "strings": ("\"a\" ^ ", "\"b\"", ""), "andalso": ("true andalso ", "true", "")}
    for construct, (opening, middle, closing) in constructs.items():
        for depth in (100, 1_000, 10_000, 60_000):
            code = opening * depth + middle + closing * depth
            code = code.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            content = cpn.replace('<ml id="m">', f'<ml id="m">val nested = {code};\n', 1)
            yield Attack(name=f"nesting/ml-{construct}/{depth}", command=("cpngen", "space", "m.cpn", "--partial"),
                         ends=("done", "refused"), files={"m.cpn": text(content)}, gate=depth == 10_000)


def _json():
    """Values inside values in a trace that is replayed."""
    model = "P = place(UNIT, { unit }) T = transition { input = { P(unit) } }"
    for construct, opening, closing in (("lists", "[", "]"), ("objects", '{"a":', "}"), ("steps", '{"traces":[{"steps":[', "]}]}")):
        for depth in (10, 500, 10_000, 200_000):
            for what, end in (("nested", closing * depth), ("unclosed", "")):
                yield Attack(name=f"nesting/trace-{construct}-{what}/{depth}",
                             command=("cpngen", "simulate", "m.lua", "--replay", "t.json"), ends=("refused",),
                             files={"m.lua": text(model), "t.json": text(opening * depth + end)},
                             gate=depth in (500, 200_000))


def attacks():
    return [*_expressions(), *_statements(), *_unclosed(), *_declarations(), *_loops(), *_xml(), *_ml(), *_json()]
