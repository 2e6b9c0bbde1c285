---@meta cpngen
---@diagnostic disable: lowercase-global, missing-return, unused-local

-- The model language of cpngen, for editors with the Lua language server (LuaLS): completion, checks
-- and hover texts. Open the folder that contains this file as a workspace, or add it to the setting
-- `Lua.workspace.library`. It is never loaded by cpngen; the reference is docs/model_language.md.

---A colour set. Constructors of a union are its fields: `Message.Prepare { 1, 2 }`.
---@class cpngen.ColourSet
---@field [string] cpngen.Constructor

---A constructor of a union. While the model loads it makes patterns, inside functions colours.
---@class cpngen.Constructor
---@operator call(any): cpngen.Pattern

---A CPN variable. It has a value only where functions name it as a parameter.
---@class cpngen.Variable

---What an arc inscription is made of.
---@alias cpngen.Pattern cpngen.Variable|integer|string|boolean|table|userdata

---A place. `Place(inscription)` or `Place { a, b }` is an arc inscription; `Place` alone stands in
---`inhibitor` (while it is not empty) and `reset`.
---@class cpngen.Place
---@operator call(any): cpngen.Arc

---An arc inscription with its place.
---@class cpngen.Arc

---A module. `Module.Transition` is a transition that it declares.
---@class cpngen.Module
---@field [string] any

---@class cpngen.Transition
---@class cpngen.Substitution

---A condition: a function of variables, or an expression in a string.
---@alias cpngen.Condition string|cpngen.Expression|fun(...): boolean?

---@class cpngen.Expression
---@class cpngen.MultiSet
---@class cpngen.Formula

--------------------------------------------------------------------------------- parameters, sets

---@class cpngen.ParamOptions
---@field min? integer smallest value
---@field max? integer greatest value
---@field doc? string what it is for

---A model parameter: a constant that `-D name=value` overrides. Assign it to a global name.
---```lua
---replicas = param(3, { min = 1, doc = "number of replicas" })
---```
---@generic T: integer|boolean|string
---@param default T its type is the parameter's
---@param options? cpngen.ParamOptions
---@return T
function param(default, options) end

---The colour set with the one colour `unit`.
---@type cpngen.ColourSet
UNIT = nil
---The colour set with `false` and `true`.
---@type cpngen.ColourSet
BOOL = nil
---The colour set of the 64-bit integers.
---@type cpngen.ColourSet
INT = nil
---The colour set of texts.
---@type cpngen.ColourSet
STRING = nil
---The one colour of UNIT.
---@type userdata
unit = nil

---The integers from `low` to `high`.
---@param low integer
---@param high integer
---@return cpngen.ColourSet
function range(low, high) end

---An enumeration: `enum { "yes", "no" }`. Its colours are strings in Lua.
---@param names string[]
---@return cpngen.ColourSet
function enum(names) end

---An indexed colour set: `index("ph", 1, 5)` has ph(1) to ph(5), integers in Lua.
---@param name string
---@param low integer
---@param high integer
---@return cpngen.ColourSet
function index(name, low, high) end

---Tuples: `product(Worker, Vote)` has `{ 1, "yes" }`.
---@param first cpngen.ColourSet
---@param second cpngen.ColourSet
---@param ... cpngen.ColourSet
---@return cpngen.ColourSet
function product(first, second, ...) end

---Records: `record { rnd = Round, value = Value }` has `{ rnd = 1, value = "M1" }`.
---@param fields table<string, cpngen.ColourSet>
---@return cpngen.ColourSet
function record(fields) end

---Finite lists of colours of a colour set.
---@param element cpngen.ColourSet
---@return cpngen.ColourSet
function list(element) end

---Constructors with an argument, or without one (UNIT):
---`union { Prepare = Round, Nothing = UNIT }` has `Message.Prepare(1)` and `Message.Nothing`,
---in Lua `{ tag = "Prepare", value = 1 }`.
---@param constructors table<string, cpngen.ColourSet>
---@return cpngen.ColourSet
function union(constructors) end

---The colours of `base` for which `predicate` is true.
---@param base cpngen.ColourSet
---@param predicate fun(x: any): boolean
---@return cpngen.ColourSet
function subset(base, predicate) end

---The same colours under another name.
---@param base cpngen.ColourSet
---@return cpngen.ColourSet
function alias(base) end

---Says that the values of these colour sets (range, index, enum, or a subset of one) may be permuted,
---each set's by themselves: `--reduce symmetry` then explores one of all markings that are alike.
---It is checked.
---@param ... cpngen.ColourSet
function symmetric(...) end

---Declares CPN variables: `var { w = Worker, v = Vote }`.
---@param variables table<string, cpngen.ColourSet>
function var(variables) end

---------------------------------------------------------------------------------- places, modules

---A place. The initial marking is a list of tokens used as a multi-set, or `all`.
---```lua
---Idle, Pool = place(Worker, all), place(UNIT, { copies(3, unit) })
---```
---@param colour_set cpngen.ColourSet
---@param initial? table|userdata
---@return cpngen.Place
function place(colour_set, initial) end

---A fusion place: one place, visible in every module inside this one.
---@param colour_set cpngen.ColourSet
---@param initial? table|userdata
---@return cpngen.Place
function fusion(colour_set, initial) end

---An input port of a module.
---@param colour_set cpngen.ColourSet
---@return cpngen.Place
function In(colour_set) end

---An output port of a module.
---@param colour_set cpngen.ColourSet
---@return cpngen.Place
function Out(colour_set) end

---An input and output port of a module.
---@param colour_set cpngen.ColourSet
---@return cpngen.Place
function InOut(colour_set) end

---A module: what the body declares belongs to it. The parameter is called `_ENV`.
---```lua
---Voter = module(function(_ENV)
---  From, To = In(Worker), Out(WxVote)
---  Decide = transition { input = { From(w) }, output = { To { w, v } } }
---end)
---```
---@param body fun(_ENV: _G)
---@return cpngen.Module
function module(body) end

---A substitution transition: an instance of `submodule`. Ports that are not assigned take the place
---of the same name.
---@param submodule cpngen.Module
---@param sockets? table<string, cpngen.Place> socket by port name
---@return cpngen.Substitution
function substitution(submodule, sockets) end

---Runs another file of the model's folder once, and returns what it returns.
---@param name string file name without `.lua`
---@return any
function require(name) end

------------------------------------------------------------------------------------- transitions

---Fairness for each value of variables apart: `{ strong = p }`, `{ weak = { p, q } }`.
---@class cpngen.FairFields
---@field weak? cpngen.Variable|cpngen.Variable[]
---@field strong? cpngen.Variable|cpngen.Variable[]

---@class cpngen.TransitionFields
---@field input? cpngen.Arc[] tokens it removes
---@field output? cpngen.Arc[] tokens it adds
---@field test? cpngen.Arc[] tokens that must be there, and stay
---@field inhibitor? (cpngen.Arc|cpngen.Place)[] tokens that must not be there; a place alone: must be empty
---@field reset? cpngen.Place[] places that it empties
---@field guard? cpngen.Condition|cpngen.Condition[] all must hold; `"x == expression"` binds a variable x that nothing else binds
---@field let? table<string, cpngen.Expression|function> values computed once: `{ b2 = expr "insert(b, w)" }`
---@field priority? integer the highest enabled one goes first; P_NORMAL by default
---@field kind? "application"|"network"|"timer"|"fault"|"repair" what an occurrence is in the system, for cpngen search
---@field weight? number how likely it is in walks of cpngen search, 0 to 1000; by default as its kind says
---@field fair? "weak"|"strong"|cpngen.FairFields what runs for ever owe it: to occur, when it is enabled all along, or again and again

---A transition.
---```lua
---Collect = transition {
---  input  = { Votes { w, v }, Collected(b) },
---  guard  = function(w) return w > 1 end,
---  output = { Collected(expr "insert(b, { w, v })") },
---}
---```
---@param fields cpngen.TransitionFields
---@return cpngen.Transition
function transition(fields) end

---Goes before transitions of normal priority: 100.
P_HIGH = 100
---The priority of transitions that say nothing: 0.
P_NORMAL = 0
---Goes after transitions of normal priority: -100.
P_LOW = -100

---Every colour of a small colour set, one token each; as an inscription, a part of one, or an initial
---marking.
---@type userdata
all = nil
---Matches anything and binds nothing; not on output arcs.
---@type userdata
_ = nil

---A Lua expression over the model's variables: computes one colour.
---@param text string
---@return cpngen.Expression
function expr(text) end

---A list that is computed and used as a multi-set; `{}` is no token.
---@param computation string|cpngen.Expression|fun(...): table
---@return cpngen.MultiSet
function each(computation) end

---An inscription that is there only if the condition holds.
---@param condition cpngen.Condition
---@param inscription any
---@param otherwise? any
---@return cpngen.MultiSet
function when(condition, inscription, otherwise) end

---`n` copies of an inscription.
---@param n integer
---@param inscription any
---@return cpngen.MultiSet
function copies(n, inscription) end

---The sum of inscriptions.
---@param ... any
---@return cpngen.MultiSet
function sum(...) end

--------------------------------------------------------------------------------------- computing

---The list with `x` before the first element that is greater: a sorted list stays sorted.
---@generic T
---@param list T[]
---@param x T
---@return T[]
function insert(list, x) end

---The list with `x` in front. In inscriptions also the pattern of a list's head and rest.
---@generic T
---@param x T
---@param list T[]
---@return T[]
function cons(x, list) end

---Both lists, one after the other.
---@generic T
---@param first T[]
---@param second T[]
---@return T[]
function append(first, second) end

---The list without the first element equal to `x`.
---@generic T
---@param list T[]
---@param x T
---@return T[]
function remove(list, x) end

---Does the list contain an element equal to `x`?
---@generic T
---@param list T[]
---@param x T
---@return boolean
function contains(list, x) end

---Raises `x` as an exception: the innermost `handle` around takes it.
---@param x any
function raise(x) end

---`f()`, or `g(x)` when that raises x. Errors and limits cannot be handled.
---@generic T
---@param f fun(): T
---@param g fun(x: any): T
---@return T
function handle(f, g) end

---The results of `f` on the elements.
---@generic T, U
---@param list T[]
---@param f fun(x: T): U
---@return U[]
function map(list, f) end

---The elements for which `f` is true.
---@generic T
---@param list T[]
---@param f fun(x: T): boolean
---@return T[]
function filter(list, f) end

---`f(... f(f(initial, list[1]), list[2]) ..., list[#list])`
---@generic T, U
---@param list T[]
---@param initial U
---@param f fun(so_far: U, x: T): U
---@return U
function fold(list, initial, f) end

---The list low, low + 1, ..., high.
---@param low integer
---@param high integer
---@return integer[]
function range_list(low, high) end

------------------------------------------------------------------------- test case specifications

---An input or output event of a test case: `kind`, `name`, and its fields.
---@class cpngen.Observation
---@field kind "stimulus"|"response"
---@field name string
---@field [string] any

---An occurrence of a transition.
---@class cpngen.BindingElement
---@field transition string full name, with the path of instances
---@field module string
---@field name string of the transition in its module
---@field instance string path of the instance; empty for the top module
---@field binding table<string, any> values by variable

---A test case; sequences have `events` instead of `stimuli` and `responses`.
---@class cpngen.Case
---@field stimuli? cpngen.Observation[]
---@field responses? cpngen.Observation[]
---@field events? cpngen.Observation[]

---@class cpngen.XmlNode

---@class cpngen.TestFields
---@field observe? table<cpngen.Transition, fun(...): cpngen.Observation|cpngen.Observation[]|nil> what occurrences show; parameters name the transition's variables, `instance` is the path of the instance
---@field detection? fun(be: cpngen.BindingElement): boolean? is it observed?
---@field observation? fun(be: cpngen.BindingElement): cpngen.Observation|cpngen.Observation[]|nil what it shows
---@field format? fun(o: cpngen.Observation): cpngen.XmlNode|cpngen.XmlNode[]|nil how it is written; xml.element by default
---@field normalise? fun(case: cpngen.Case): cpngen.Case applied before duplicates are removed
---@field cases? "runs"|"occurrences" is a test case a run (default), or each observed occurrence?
---@field goal? (fun(M: table): boolean)|cpngen.Transition ends a case: in a marking of which it holds, or behind an occurrence of the transition
---@field weight? table<cpngen.Transition, number> online testing: how likely stimuli of a transition are, beside the others; 1 without it
---@field wait? number online testing: the probability to wait before a stimulus, from 0 to below 1
---@field order? "set"|"sequence" does the order of observations count? (default: no)
---@field suite? fun(): { name?: string, configuration?: cpngen.XmlNode[] }
---@field attributes? fun(case: cpngen.Case): { [1]: string, [2]: any }[] more attributes of a test case
---@field pairwise? fun(case: cpngen.Case): table<string, any>? its options: only so many cases are written as have all pairs of them

---A test case specification: `test "name" { observe = { ... } }`.
---@param name string
---@return fun(fields: cpngen.TestFields)
function test(name) end

---An input event: what the environment gives the system under test.
---@param name string
---@param fields? table<string, any>
---@return cpngen.Observation
function stimulus(name, fields) end

---An output event: what the system under test is to answer.
---@param name string
---@param fields? table<string, any>
---@return cpngen.Observation
function response(name, fields) end

---XML for `format` and `suite` hooks.
xml = {}

---The observation's fields by name: `<Vote><value>yes</value><worker>1</worker></Vote>`.
---@param observation cpngen.Observation
---@return cpngen.XmlNode
function xml.element(observation) end

---An XML element. The content is a text, a node or a list of nodes; attributes keep their order.
---@param name string
---@param content? string|number|boolean|cpngen.XmlNode|cpngen.XmlNode[]
---@param attributes? { [1]: string, [2]: any }[]
---@return cpngen.XmlNode
function xml.node(name, content, attributes) end

------------------------------------------------------------------------- message sequence charts

---What an occurrence shows in a message sequence chart. From a participant to itself it is something
---that happens there.
---@class cpngen.ChartMessage
---@field from string the sender
---@field to string the receiver
---@field label any a text or a colour
---@field mark? "send"|"loss"|"crash"|"restart"|"pause"|"resume" it leaves here, is lost here, or the participant ends or goes on here

---@class cpngen.ChartFields
---@field participants? string[] the lifelines from left to right; others follow as they appear
---@field messages table<cpngen.Transition, fun(...): cpngen.ChartMessage|cpngen.ChartMessage[]|nil> what occurrences show; parameters name the transition's variables, `instance` is the path of the instance

---How runs are drawn (`cpngen check --msc`):
---```lua
---chart {
---  messages = {
---    [Send] = function(w, v) return { from = "worker " .. w, to = "coordinator", label = v } end,
---  },
---}
---```
---@param fields cpngen.ChartFields
function chart(fields) end

--------------------------------------------------------------------------------------- properties

---A claim about the model: `property "agreement" (INV(...))`.
---@param name string
---@return fun(formula: cpngen.Formula)
function property(name) end

---A predicate over markings: `NF(function(M) return #M.Decided <= 1 end)`. M.Place is the place's
---marking as a list, M.Instance.Place that of a place of an instance.
---@param predicate fun(M: table): boolean
---@return cpngen.Formula
function NF(predicate) end

---An occurrence of a transition, with these values of its variables: `AF(Decide, { v = "no" })`.
---@param transition cpngen.Transition
---@param values? table<string, any>
---@return cpngen.Formula
function AF(transition, values) end

---Always true.
---@type cpngen.Formula
TT = nil
---Never true.
---@type cpngen.Formula
FF = nil

---Not F.
---@param formula cpngen.Formula
---@return cpngen.Formula
function NOT(formula) end

---All of them hold.
---@param first cpngen.Formula
---@param second cpngen.Formula
---@param ... cpngen.Formula
---@return cpngen.Formula
function AND(first, second, ...) end

---One of them holds.
---@param first cpngen.Formula
---@param second cpngen.Formula
---@param ... cpngen.Formula
---@return cpngen.Formula
function OR(first, second, ...) end

---On some path F holds somewhere.
---@param formula cpngen.Formula
---@return cpngen.Formula
function POS(formula) end

---On all paths F holds everywhere.
---@param formula cpngen.Formula
---@return cpngen.Formula
function INV(formula) end

---On all paths F holds somewhere.
---@param formula cpngen.Formula
---@return cpngen.Formula
function EV(formula) end

---On some path F holds everywhere.
---@param formula cpngen.Formula
---@return cpngen.Formula
function ALONG(formula) end

---On some path `goal` holds somewhere, and `formula` everywhere before.
---@param formula cpngen.Formula
---@param goal cpngen.Formula
---@return cpngen.Formula
function EXIST_UNTIL(formula, goal) end

---On all paths `goal` holds somewhere, and `formula` everywhere before.
---@param formula cpngen.Formula
---@param goal cpngen.Formula
---@return cpngen.Formula
function FORALL_UNTIL(formula, goal) end

---F holds at some next state or arc.
---@param formula cpngen.Formula
---@return cpngen.Formula
function EXIST_NEXT(formula) end

---F holds at every next state or arc.
---@param formula cpngen.Formula
---@return cpngen.Formula
function FORALL_NEXT(formula) end

---In a state: some arc out of it satisfies F. Of an arc: the state after it satisfies F.
---@param formula cpngen.Formula
---@return cpngen.Formula
function MODAL(formula) end

---Some arc satisfies `arc`, and the state after it satisfies `state`.
---@param arc cpngen.Formula
---@param state cpngen.Formula
---@return cpngen.Formula
function EXIST_MODAL(arc, state) end

---After every arc that satisfies `arc` the state satisfies `state`.
---@param arc cpngen.Formula
---@param state cpngen.Formula
---@return cpngen.Formula
function FORALL_MODAL(arc, state) end
