"""Work inside one call: a function of the library on large values, which counts no instructions of
Lua. Each must end, by itself or at a limit, in its time and memory, wherever a model can compute.
"""

from attacks.attack import Attack, text

# Makes s, a text of $ bytes; then the work.
WORK = {
    "repeat": "s = s .. s",
    "doubling": "for i = 1, 40 do s = s .. s end",
    "concatenation": "for i = 1, 1e6 do local t = s .. i end",
    "equality": "local t = s .. '' for i = 1, 1e6 do local b = s .. '' == t end",
    "less": "local t = s .. 'a' for i = 1, 1e6 do local b = s < t end",
    "keys": "local t = {} for i = 1, 1e6 do t[s .. i] = i end",
    "format": "for i = 1, 1e6 do local t = ('%s%s'):format(s, s) end",
    "format-quoted": "for i = 1, 1e6 do local t = ('%q'):format(s) end",
    "format-width": "local t = ('%99999999d'):format(1)",
    "format-padded": "for i = 1, 1e6 do local t = ('%-99s'):format(s) end",
    "tonumber": "for i = 1, 1e6 do local t = tonumber(s) end",
    "find-plain": "for i = 1, 1e6 do s:find('aaaaaaaaaaaaaaaab', 1, true) end",
    "find-pattern": "s:find(('a*'):rep(30) .. 'b')",
    "match-balanced": "for i = 1, 1e6 do s:match('%bxy') end",
    "gsub-function": "for i = 1, 1e6 do s:gsub('.', function(c) return c .. c end) end",
    "gsub-growing": "for i = 1, 40 do s = s:gsub('.', '%0%0') end",
    "gsub-empty": "for i = 1, 1e6 do s:gsub('', 'xxxxxxxxxxxxxxxx') end",
    "gmatch": "for i = 1, 1e6 do for w in s:gmatch('.') do local x = w end end",
    "rep": "local t = s:rep(1e9)",
    "rep-many": "local t = ('x'):rep(1e9, s)",
    "rep-kept": "local t = {} for i = 1, 1e6 do t[i] = s:rep(3) .. i end",
    "reverse": "for i = 1, 1e6 do s:reverse() end",
    "upper": "for i = 1, 1e6 do s:upper() end",
    "byte": "for i = 1, 1e6 do local t = { s:byte(1, 100000) } end",
    "utf8-len": "for i = 1, 1e6 do utf8.len(s) end",
    "utf8-codepoint": "for i = 1, 1e6 do utf8.codepoint(s, 1, 10000) end",
    "concat": "local t = {} for i = 1, 1000 do t[i] = s end for i = 1, 1e6 do table.concat(t) end",
    "concat-separator": "local t = {} for i = 1, 100000 do t[i] = '' end table.concat(t, s)",
    "error-kept": "error(s)",
    "error-table": "error({ s })",
    "raise": "raise(s)",
    "raise-caught": "for i = 1, 1e6 do handle(function() raise(s .. i) end, function(x) return x end) end",
    "tostring": "local t = {} for i = 1, 1000 do t[i] = s end for i = 1, 1e6 do tostring(t) end",
    "sort": "local t = {} for i = 1, 100000 do t[i] = s .. i end table.sort(t)",
    "sort-function": "local t = {} for i = 1, 100000 do t[i] = i end table.sort(t, function(a, b) return s .. a < s .. b end)",
    "sort-lists": "local t = {} for i = 1, 300 do t[i] = {} for j = 1, 3000 do t[i][j] = 1 end end for i = 1, 1e5 do table.sort(t) end",
    "contains": "local t = {} for i = 1, 100000 do t[i] = i end for i = 1, 1e6 do contains(t, -1) end",
    "insert": "local t = {} for i = 1, 30000 do t = insert(t, i) end",
    "append": "local t = { 1 } for i = 1, 40 do t = append(t, t) end",
    "cons": "local t = {} for i = 1, 1e6 do t = cons(i, t) end",
    "remove": "local t = {} for i = 1, 100000 do t[i] = i end for i = 1, 1e6 do remove(t, -1) end",
    "range-list": "local t = range_list(1, 1e9 // 1 | 0)",
    "range-lists": "local t = {} for i = 1, 1e6 do t[i] = range_list(1, 1000) end",
    "unpack": "local t = { table.unpack({}, 1, 1e7 // 1 | 0) }",
    "unpack-many": "for i = 1, 1e6 do local t = { table.unpack({}, 1, 100000) } end",
    "move": "table.move({}, 1, math.maxinteger - 1, 2)",
    "pack": "for i = 1, 1e6 do table.pack(table.unpack({}, 1, 10000)) end",
    "select": "for i = 1, 1e7 do select(-1, table.unpack({}, 1, 10000)) end",
    "map": "local t = range_list(1, 100000) for i = 1, 1e6 do t = map(t, function(x) return x end) end",
    "fold": "fold(range_list(1, 100000), '', function(a, x) return a .. x .. s end)",
    "filter": "for i = 1, 1e6 do filter(range_list(1, 10000), function(x) return true end) end",
    "table-doubling": "local t = {} for i = 1, 60 do t = { t, t } end local x = tostring(t)",
    "compared-doubling": "local t, u = {}, {} for i = 1, 60 do t, u = { t, t }, { u, u } end local x = contains({ t }, u)",
    "loop": "while true do end",
    "recursion": "local function f() return f() end f()",
    "deep-recursion": "local function f() return 1 + f() end f()",
    "closures": "local t = {} for i = 1, 1e9 do t[i] = function() return t end end",
    "tables": "local t = {} for i = 1, 1e9 do t[i] = {} end",
    "pairs": "local t = {} for i = 1, 100000 do t['k' .. i] = i end for i = 1, 1e6 do for k, v in pairs(t) do break end end",
    "next": "local t = {} for i = 1, 100000 do t['k' .. i] = i end for i = 1, 1e6 do next(t) end",
    "length": "local t = {} for i = 1, 100000 do t[i] = i end for i = 1, 1e7 do local n = #t end",
    "handled-loop": "handle(function() while true do end end, function() return 1 end)",
    "xml-graph": "local x = xml.node('a', 'x') for i = 1, 60 do x = xml.node('a', { x, x }) end",
}
PLACES = {
    "loading": "local s = ('a'):rep($) {} P = place(INT, {{ 1 }})",
    "guard": "var {{ i = INT }} P = place(INT, {{ 1 }}) T = transition {{ input = {{ P(i) }}, guard = function(i) local s = ('a'):rep($) {} return true end }}",
    "output": "var {{ i = INT }} P = place(INT, {{ 1 }}) T = transition {{ input = {{ P(i) }}, output = {{ P(function(i) local s = ('a'):rep($) {} return i end) }} }}",
    "property": "P = place(INT, {{ 1 }}) property 'p' (POS(NF(function(M) local s = ('a'):rep($) {} return true end)))",
    "hook": "P = place(UNIT, {{ unit }}) T = transition {{ input = {{ P(unit) }} }} test 't' {{ observe = {{ [T] = function() local s = ('a'):rep($) {} return stimulus('s', {{}}) end }} }}",
    "format": "P = place(UNIT, {{ unit }}) T = transition {{ input = {{ P(unit) }} }} test 't' {{ observe = {{ [T] = function() return stimulus('s', {{}}) end }}, format = function(o) local s = ('a'):rep($) {} return xml.node('x') end }}",
    "chart": "P = place(UNIT, {{ unit }}) T = transition {{ input = {{ P(unit) }} }} chart {{ messages = {{ [T] = function() local s = ('a'):rep($) {} return {{ from = 'a', to = 'b', label = 'x' }} end }} }}",
}
COMMANDS = {"property": "check m.lua", "hook": "generate m.lua --simulations 2 -o s.xml", "format": "generate m.lua --state-space -o s.xml",
            "chart": "simulate m.lua --msc m.svg"}


def attacks():
    made = []
    for number, (what, work) in enumerate(WORK.items()):
        for kind, (place, frame) in enumerate(PLACES.items()):
            for size in (1_000, 3_000_000):
                if size > 1_000 and place not in ("loading", "guard"):
                    continue
                code = frame.format(work.replace("1e6", "1000000").replace("1e7", "10000000").replace("1e9 // 1 | 0", "1000000000")
                                    .replace("1e7 // 1 | 0", "10000000")).replace("$", str(size))
                command = COMMANDS.get(place, "space m.lua --max-states 50")
                made.append(Attack(
                    name=f"work/{what}-{place}/{size}", command=("cpngen", *command.split()),
                    ends=("done", "refused", "limit", "found"), files={"m.lua": text(code)}, place="m.lua",
                    outputs=("s.xml", "m.svg"), runs=1, memory=800, gate=size > 1_000 and (number + kind) % 2 == 0))
    return made
