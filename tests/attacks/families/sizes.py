"""Many of everything: declarations, tokens, names, arguments, elements. Reading must take a time that
grows with the size and not with its square, and errors too.
"""

from attacks.attack import Attack, text
from attacks.families.nesting import PTNET, formulas

SIZES = (2, 1_000, 20_000, 100_000)
GATE = (1_000,)

WRONG = ("errors", "participants")  # whatever their size: a name that is unknown, a chart of nothing

# Lua that declares $ of something, in a loop.
LOOPS = {
    "parameters": "for i = 1, $ do _ENV['p' .. i] = param(i) end P = place(INT)",
    "constants": "for i = 1, $ do _ENV['c' .. i] = i end P = place(INT)",
    "colour-sets": "for i = 1, $ do _ENV['C' .. i] = range(1, i) end P = place(INT)",
    "unnamed-colour-sets": "local c = {} for i = 1, $ do c[i] = range(1, i) end P = place(INT)",
    "enum-names": "local n = {} for i = 1, $ do n[i] = 'n' .. i end C = enum(n) P = place(C, { 'n1' })",
    "range": "C = range(1, $) P = place(C, { 1 })",
    "index": "C = index('x', 1, $) P = place(C)",
    "product-parts": "local c = {} for i = 1, $ do c[i] = INT end C = product(table.unpack(c)) P = place(C)",
    "record-fields": "local c = {} for i = 1, $ do c['f' .. i] = INT end C = record(c) P = place(C)",
    "constructors": "local c = {} for i = 1, $ do c['f' .. i] = INT end C = union(c) P = place(C)",
    "variables": "local c = {} for i = 1, $ do c['v' .. i] = INT end var(c) P = place(INT)",
    "places": "for i = 1, $ do _ENV['P' .. i] = place(INT, { i }) end",
    "fusion-places": "for i = 1, $ do _ENV['P' .. i] = fusion(INT, { i }) end",
    "tokens": "local t = {} for i = 1, $ do t[i] = i end P = place(INT, t)",
    "equal-tokens": "local t = {} for i = 1, $ do t[i] = 1 end P = place(INT, t)",
    "copies": "P = place(INT, { copies($, 1) })",
    "long-list": "L = list(INT) local t = {} for i = 1, $ do t[i] = i end P = place(L, { t })",
    "transitions": "P = place(INT) for i = 1, $ do _ENV['T' .. i] = transition { input = { P(i) } } end",
    "arcs-of-one": "P = place(INT) local a = {} for i = 1, $ do a[i] = P(i) end T = transition { input = a }",
    "outputs-of-one": "P = place(INT) Q = place(UNIT, { unit }) local a = {} for i = 1, $ do a[i] = P(i) end "
                      "T = transition { input = { Q(unit) }, output = a }",
    "inhibitors-of-one": "P = place(INT) local a = {} for i = 1, $ do a[i] = P(i) end T = transition { inhibitor = a }",
    "guards-of-one": "P = place(INT, { 1 }) var { i = INT } local a = {} for j = 1, $ do a[j] = 'i > 0' end "
                     "T = transition { input = { P(i) }, guard = a }",
    "sum-terms": "P = place(INT) local a = {} for i = 1, $ do a[i] = i end T = transition { output = { P(sum(table.unpack(a))) } }",
    "free-variables": "local c = {} for i = 1, $ do c['v' .. i] = BOOL end var(c) local g = {} for i = 1, $ do g[i] = 'v' .. i end "
                      "P = place(UNIT) T = transition { guard = g }",
    "modules": "for i = 1, $ do _ENV['M' .. i] = module(function(_ENV) P = place(INT) end) end",
    "instances": "M = module(function(_ENV) P = place(INT) end) for i = 1, $ do _ENV['S' .. i] = substitution(M) end",
    "ports": "M = module(function(_ENV) for i = 1, $ do _ENV['P' .. i] = In(INT) end end) "
             "for i = 1, $ do _ENV['P' .. i] = place(INT) end S = substitution(M)",
    "tests": "P = place(UNIT, { unit }) T = transition { input = { P(unit) } } for i = 1, $ do test('t' .. i)"
             "{ observe = { [T] = function() return stimulus('s', {}) end } } end",
    "properties": "P = place(UNIT) for i = 1, $ do property('p' .. i)(NF(function(M) return true end)) end",
    "conjunctions": "P = place(UNIT) local f = TT for i = 1, $ do f = AND(f, TT) end property 'p' (f)",
    "participants": "P = place(UNIT) local p = {} for i = 1, $ do p[i] = 'p' .. i end chart { participants = p, messages = {} }",
    "errors": "for i = 1, $ do local x = 'P' end P = place(nothing)",
}
# Text that repeats: head, unit, tail.
TEXTS = {
    "tokens-before-error": ("local t = { ", "1, ", "} } }"),
    "one-line": ("local t = ", "1 + ", ""),
    "lines": ("", "local x\n", "P = place("),
    "blank": ("", "\n", "P = place("),
    "labels": ("", "goto a ::a:: do ", ""),
    "comment": ("--[[", "x", ""),
    "string": ("x = '", "a", ""),
    "name": ("", "a", " = 1 P = place(INT)"),
    "number": ("x = ", "9", " P = place(INT)"),
    "dots": ("x = ", ".", ""),
    "zeros": ("x = 0x", "0", "1 P = place(INT)"),
    "utf-8": ("x = '", "é", "' + "),
    "nul": ("x = '", "\0", "' P = place("),
    "carriage-returns": ("", "\r", "P = place("),
    "brackets": ("x = ", "[", ""),
    "equals": ("x = [", "=", "[ ]]"),
    "backslashes": ("x = '", "\\", ""),
    "escapes": ("x = '", "\\u{10FFFF}", "' P = place("),
    "semicolons": ("", ";", "P = place("),
    "commas": ("x = {", ",", "}"),
    "upvalues": ("local a function f() return ", "a,", "a end P = place("),
    "parameters": ("function f(", "a,", ") end"),
    "assigned": ("", "a,", "a = 1"),
    "indices": ("x = a", ".b", " P = place(INT)"),
    "calls": ("x = a", "()", " P = place(INT)"),
    "strings": ("x = a", "''", " P = place(INT)"),
    "labelled": ("", "::l:: ", ""),
}


def _lua():
    for what, code in LOOPS.items():
        for size in SIZES:
            command = "check m.lua" if what in ("properties", "conjunctions") else "space m.lua --max-states 10"
            yield Attack(name=f"sizes/{what}/{size}", command=("cpngen", *command.split()),
                         ends=("done", "limit", "found", *(("refused",) if size > 2 or what in WRONG else ())),
                         files={"m.lua": text(code.replace("$", str(size)))}, place="m.lua", gate=size in GATE)


def _texts():
    for what, (head, unit, tail) in TEXTS.items():
        for size in (5_000, 60_000, 400_000):
            yield Attack(name=f"sizes/text-{what}/{size}", command=("cpngen", "space", "m.lua"), ends=("done", "refused"),
                         files={"m.lua": text(head + unit * size + tail)}, place="m.lua", gate=size == 5_000)


def _written():
    """Declarations that are written out one by one, as a generator of models does."""
    kinds = {"constants": "c@ = @", "places": "P@ = place(INT, { @ })", "parameters": "p@ = param(@)",
             "colour-sets": "C@ = range(1, 9)", "transitions": "T@ = transition { input = { P(@) } }",
             "functions": "function f@() return @ end", "modules": "M@ = module(function(_ENV) Q = place(INT) end)",
             "locals": "do local l@ = @ end", "variables": "var { v@ = INT }"}
    for kind, line in kinds.items():
        for size in SIZES[1:]:
            code = "\n".join(line.replace("@", str(i)) for i in range(size))
            for what, tail in (("whole", ""), ("error", "\nX = place(nothing)")):
                yield Attack(name=f"sizes/written-{kind}-{what}/{size}", command=("cpngen", "describe", "m.lua"),
                             ends=("done", "refused"), files={"m.lua": text(f"P = place(INT)\n{code}{tail}")},
                             place="m.lua", gate=size in GATE)


def _xml():
    page = '<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="p">{}</page></net></pnml>'
    kinds = {
        "places": '<place id="p@"/>', "transitions": '<transition id="t@"/>', "tags": "<name/>", "comments": "<!-- x -->",
        "same-ids": '<place id="x"/>', "pages": '<page id="g@"/>', "arcs-to-nowhere": '<arc id="a@" source="x" target="y"/>',
        "text": "x", "instructions": "<?x y?>", "references": '<referencePlace id="r@" ref="r0"/>', "cdata": "<![CDATA[x]]>",
        "entities": "&lt;", "tool-specific": '<toolspecific tool="t" version="1"><x/></toolspecific>',
    }
    for kind, unit in kinds.items():
        for size in (1_000, 20_000, 200_000):
            inside = "".join(unit.replace("@", str(i)) for i in range(size))
            yield Attack(name=f"sizes/pnml-{kind}/{size}", command=("cpngen", "space", "m.pnml", "--max-states", "10"),
                         ends=("done", "refused", "limit"), files={"m.pnml": text(page.format(inside))}, place="m.pnml",
                         gate=size in GATE)
    for size in (1_000, 60_000):
        declared = "".join(f'<feconstant id="c{i}" name="c{i}"/>' for i in range(size))
        net = ('<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/symmetricnet"><page id="p"/><declaration>'
               '<structure><declarations><namedsort id="s" name="s"><cyclicenumeration>' + declared
               + "</cyclicenumeration></namedsort></declarations></structure></declaration></net></pnml>")
        yield Attack(name=f"sizes/pnml-enumeration/{size}", command=("cpngen", "space", "m.pnml"), ends=("done", "refused"),
                     files={"m.pnml": text(net)}, place="m.pnml", gate=size in GATE)
        formula = "<conjunction>" + '<is-fireable><transition>t</transition></is-fireable>' * size + "</conjunction>"
        yield Attack(name=f"sizes/formula-operands/{size}", command=("cpngen", "mcc", ".", "--examination", "CTLFireability"),
                     ends=("done", "refused"), place="CTLFireability.xml", gate=size in GATE,
                     files={"model.pnml": text(PTNET), "CTLFireability.xml": text(formulas(formula))})
    case = '<TestCase CaseID="@"><TestValues><S/></TestValues></TestCase>'
    suites = {"cases": case, "steps": "<TestValues><S/></TestValues>", "stimuli": "<S/>", "attributes": ' a@="1"',
              "text": "x", "fields": "<f>1</f>"}
    frames = {"cases": "{}", "steps": '<TestCase CaseID="1">{}</TestCase>',
              "stimuli": '<TestCase CaseID="1"><TestValues>{}</TestValues></TestCase>',
              "attributes": '<TestCase CaseID="1"{}><TestValues/></TestCase>',
              "text": '<TestCase CaseID="1"><TestValues><S>{}</S></TestValues></TestCase>',
              "fields": '<TestCase CaseID="1"><TestValues><S>{}</S></TestValues></TestCase>'}
    for kind, unit in suites.items():
        for size in (1_000, 60_000):
            inside = "".join(unit.replace("@", str(i)) for i in range(size))
            yield Attack(name=f"sizes/suite-{kind}/{size}", command=("adapter", "list", "s.xml"), ends=("done", "refused"),
                         files={"s.xml": text(f'<Test TestName="t">{frames[kind].format(inside)}</Test>')}, place="s.xml",
                         gate=size in GATE)


def attacks():
    return [*_lua(), *_texts(), *_written(), *_xml()]
