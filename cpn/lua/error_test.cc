// Errors as the user sees them, whole.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/explore/state_space.h"
#include "cpn/lua/testing.h"

namespace cpn::lua {
namespace {

using testing::LoadErrorOf;
using testing::ModelFolder;
using testing::StepErrorOf;

/// Declarations that most models below begin with; five lines.
constexpr char kPrelude[] = R"lua(Worker, Vote = range(1, 3), enum { "yes", "no" }
WxVote = product(Worker, Vote)
var { w = Worker, v = Vote }
Idle, Votes = place(Worker, { 2 }), place(WxVote)

)lua";

std::string LoadError(const std::string& text) { return LoadErrorOf(kPrelude + text); }
std::string StepError(const std::string& text) { return StepErrorOf(kPrelude + text); }

TEST(ErrorTest, MisspeltName) {
  EXPECT_EQ(LoadError("WxDec = product(Workr, Vote)\n"),
            "init.lua:6:17: unknown name Workr; did you mean Worker?\n"
            "WxDec = product(Workr, Vote)\n"
            "                ^");
}

TEST(ErrorTest, MisspeltNameInsideAFunctionThatNeverRuns) {
  EXPECT_EQ(LoadError("limit = 3\nfunction unused(x)\n  return x < limt\nend\n"),
            "init.lua:8:14: unknown name limt; did you mean limit?\n"
            "  return x < limt\n"
            "             ^");
}

TEST(ErrorTest, MisspeltNameInAnExpression) {
  EXPECT_EQ(LoadError("T = transition {\n  input = { Idle(w) },\n"
                      "  output = { Votes(expr \"{ w, best(v) }\") },\n}\n"),
            "init.lua:8:31: unknown name best; did you mean test?\n"
            "  output = { Votes(expr \"{ w, best(v) }\") },\n"
            "                              ^");
}

TEST(ErrorTest, UnknownNameWithNothingNear) {
  EXPECT_EQ(LoadError("x = zzzzzzzz\n"),
            "init.lua:6:5: unknown name zzzzzzzz\n"
            "x = zzzzzzzz\n"
            "    ^");
}

TEST(ErrorTest, ParameterThatIsNoVariable) {
  EXPECT_EQ(LoadError("var { ballot = list(WxVote) }\n"
                      "T = transition { guard = function(w, balot) return true end }\n"),
            "init.lua:7:38: parameter balot is not a variable of the model; parameters name the "
            "variables that a function reads; did you mean ballot?\n"
            "T = transition { guard = function(w, balot) return true end }\n"
            "                                     ^");
}

TEST(ErrorTest, VariableThatIsNoParameter) {
  EXPECT_EQ(StepError("T = transition { input = { Idle(w) }, guard = function() return w == 2 end }"
                      "\n"),
            "init.lua:6:65: w is a variable: a function that reads it names it as a parameter\n"
            "T = transition { input = { Idle(w) }, guard = function() return w == 2 end }\n"
            "                                                                ^");
}

TEST(ErrorTest, WrongColourInAPattern) {
  EXPECT_EQ(LoadError("T = transition { output = { Votes { w, \"maybe\" } } }\n"),
            "init.lua:6:29: Votes: {w, \"maybe\"} is not a colour of WxVote: component 2 is "
            "\"maybe\", Vote has yes, no\n"
            "T = transition { output = { Votes { w, \"maybe\" } } }\n"
            "                            ^");
}

TEST(ErrorTest, WrongColourComputed) {
  EXPECT_EQ(StepError("T = transition { input = { Idle(w) }, output = { Votes(expr \"{ w, 'maybe' "
                      "}\") } }\n"),
            "init.lua:6:62: {2, \"maybe\"} is not a colour of WxVote: component 2 is \"maybe\", "
            "Vote has yes, no, with w = 2; transition T, place Votes\n"
            "T = transition { input = { Idle(w) }, output = { Votes(expr \"{ w, 'maybe' }\") } }\n"
            "                                                             ^");
}

TEST(ErrorTest, WrongNumberOfComponents) {
  EXPECT_EQ(LoadError("T = transition { output = { Votes { w } } }\n"),
            "init.lua:6:29: Votes: {w} is not a colour of WxVote: WxVote has {Worker, Vote}\n"
            "T = transition { output = { Votes { w } } }\n"
            "                            ^");
}

TEST(ErrorTest, FloatWhereAnIntegerBelongs) {
  EXPECT_EQ(
      StepError("T = transition { input = { Idle(w) }, output = { Idle(expr \"w / 2\") } }\n"),
      "init.lua:6:61: 1.0 is not a colour of Worker: Worker has 1..3 (a float; integers "
      "divide with //), with w = 2; transition T, place Idle\n"
      "T = transition { input = { Idle(w) }, output = { Idle(expr \"w / 2\") } }\n"
      "                                                            ^");
}

TEST(ErrorTest, InitialTokenOutsideItsColourSet) {
  EXPECT_EQ(LoadError("P = place(Worker, { 1, 7 })\n"),
            "init.lua:6: initial marking: 7 is not a colour of Worker: Worker has 1..3\n"
            "P = place(Worker, { 1, 7 })\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(ErrorTest, NothingWhereAColourIsNeeded) {
  EXPECT_EQ(StepError("T = transition {\n  input = { Idle(w) },\n"
                      "  output = { Idle(function(w) if w == 1 then return 2 end end) },\n}\n"),
            "init.lua:8:19: this yields nothing (nil) where a colour of Worker is needed; "
            "when(...) makes an inscription conditional, each(...) yields any number of colours, "
            "with w = 2; transition T, place Idle\n"
            "  output = { Idle(function(w) if w == 1 then return 2 end end) },\n"
            "                  ^");
}

TEST(ErrorTest, ColourSetNestedTooDeeply) {
  EXPECT_EQ(LoadErrorOf("local a = UNIT\nfor i = 1, 100000 do a = product(a, UNIT) end\n"),
            "init.lua:2: colour sets nest at most 50 deep\n"
            "for i = 1, 100000 do a = product(a, UNIT) end\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(ErrorTest, ColourSetThatDoublesItself) {
  EXPECT_EQ(LoadErrorOf("local a = UNIT\nfor i = 1, 45 do a = product(a, a) end\n"),
            "init.lua:2: a colour set has at most 10000 parts, those of its parts included\n"
            "for i = 1, 45 do a = product(a, a) end\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(ErrorTest, UnboundVariable) {
  EXPECT_EQ(LoadError("var { i = INT }\nTotal = place(INT)\n"
                      "T = transition { output = { Total(i) } }\n"),
            "init.lua:8:1: transition T: nothing binds variable i, and its colour set INT has more "
            "than 4096 colours to try; bind it by an input arc, a let, or a guard \"i == ...\"\n"
            "T = transition { output = { Total(i) } }\n"
            "^");
}

TEST(ErrorTest, VariableOfAnotherColourSet) {
  EXPECT_EQ(LoadError("T = transition { input = { Idle(v) } }\n"),
            "init.lua:6:28: transition T, place Idle: variable v has colour set Vote, but Worker "
            "is expected\n"
            "T = transition { input = { Idle(v) } }\n"
            "                           ^");
}

TEST(ErrorTest, ComputingWithAVariableAtLoadTime) {
  EXPECT_EQ(LoadError("T = transition { output = { Idle(w + 1) } }\n"),
            "init.lua:6: the variable w has no value while the model loads; compute with it in an "
            "expression, expr \"...\", or a function that names it as a parameter\n"
            "T = transition { output = { Idle(w + 1) } }\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(ErrorTest, RuntimeErrorInAGuard) {
  EXPECT_EQ(StepError("T = transition {\n  input = { Idle(w) },\n  guard = function(w)\n"
                      "    local last\n    return last.x == w\n  end,\n}\n"),
            "init.lua:10:12: attempt to index a nil value (local 'last'), with w = 2\n"
            "    return last.x == w\n"
            "           ^");
}

TEST(ErrorTest, ErrorRaisedByTheModel) {
  EXPECT_EQ(StepError("T = transition {\n  input = { Idle(w) },\n"
                      "  guard = function(w) error({ code = w }) end,\n}\n"),
            "init.lua:8: error: {code = 2}, with w = 2\n"
            "  guard = function(w) error({ code = w }) end,\n"
            "  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(ErrorTest, GuardThatIsNoCondition) {
  EXPECT_EQ(StepError("T = transition { input = { Idle(w) }, guard = \"w\" }\n"),
            "init.lua:6:48: a condition yields true or false, not 2, with w = 2\n"
            "T = transition { input = { Idle(w) }, guard = \"w\" }\n"
            "                                               ^");
}

TEST(ErrorTest, ImpureInscription) {
  EXPECT_EQ(
      StepError("local count = 0\nT = transition {\n  input = { Idle(w) },\n"
                "  guard = function(w) count = count + 1 return count % 2 == 1 end,\n}\n"),
      "init.lua:9:11: what a function keeps in a local variable is no longer what it was when "
      "the model was loaded: functions of a model are pure, they change nothing that outlives "
      "their call, with w = 2\n"
      "  guard = function(w) count = count + 1 return count % 2 == 1 end,\n"
      "          ^");
}

TEST(ErrorTest, AssigningAGlobalInAnInscription) {
  EXPECT_EQ(StepError("count = 0\nT = transition {\n  input = { Idle(w) },\n"
                      "  guard = function(w) count = w return true end,\n}\n"),
            "init.lua:9:23: count is assigned inside an inscription; inscriptions are pure: use a "
            "local variable, with w = 2\n"
            "  guard = function(w) count = w return true end,\n"
            "                      ^");
}

TEST(ErrorTest, DeclaringInAnInscription) {
  EXPECT_EQ(StepError("local declare = place\nT = transition {\n  input = { Idle(w) },\n"
                      "  guard = function(w) return declare(Vote) ~= nil end,\n}\n"),
            "init.lua:9: a place is declared inside an inscription; declarations belong to the "
            "model's files and the bodies of modules, with w = 2\n"
            "  guard = function(w) return declare(Vote) ~= nil end,\n"
            "  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

TEST(ErrorTest, PlaceInAnInscription) {
  EXPECT_EQ(StepError("T = transition { input = { Idle(w) }, guard = function(w) return Idle end }"
                      "\n"),
            "init.lua:6:66: Idle is for declarations; inscriptions and hooks cannot use it, with w "
            "= 2\n"
            "T = transition { input = { Idle(w) }, guard = function(w) return Idle end }\n"
            "                                                                 ^");
}

TEST(ErrorTest, DoubleDeclaration) {
  EXPECT_EQ(LoadError("Worker = range(1, 4)\n"),
            "init.lua:6:1: Worker is declared already, in line 1 of init.lua; for computing, use a "
            "local variable\n"
            "Worker = range(1, 4)\n"
            "^");
}

TEST(ErrorTest, NameOfTheLanguage) {
  EXPECT_EQ(LoadError("insert = 3\n"),
            "init.lua:6:1: insert is a name of the model language; choose another\n"
            "insert = 3\n"
            "^");
}

TEST(ErrorTest, AssignmentToALibrary) {
  EXPECT_EQ(LoadError("string.rep = nil\n"),
            "init.lua:6:1: string belongs to the language and cannot be changed\n"
            "string.rep = nil\n"
            "^");
}

TEST(ErrorTest, SecondNameForAColourSet) {
  EXPECT_EQ(LoadError("Person = Worker\n"),
            "init.lua:6:1: colour set Worker has its name already; write Person = alias(Worker)\n"
            "Person = Worker\n"
            "^");
}

TEST(ErrorTest, NothingAssigned) {
  EXPECT_EQ(LoadError("local t = {}\nP = t.place\n"),
            "init.lua:7:1: P is assigned nothing (nil)\n"
            "P = t.place\n"
            "^");
}

TEST(ErrorTest, WrongFieldOfATransition) {
  EXPECT_EQ(LoadError("T = transition {\n  output = { Votes { w, v } },\n"
                      "  inputs = { Idle(w) },\n}\n"),
            "init.lua:8:3: transition has no field inputs (there are input, test, inhibitor, "
            "reset, output, let, guard, priority, kind, weight, fair); did you mean input?\n"
            "  inputs = { Idle(w) },\n"
            "  ^");
}

TEST(ErrorTest, WrongKindOrWeightOfATransition) {
  EXPECT_EQ(LoadError("T = transition { input = { Idle(w) }, kind = \"failure\" }\n"),
            "init.lua:6:39: transition: kind is \"application\", \"network\", \"timer\", \"fault\" "
            "or \"repair\", not \"failure\"\n"
            "T = transition { input = { Idle(w) }, kind = \"failure\" }\n"
            "                                      ^");
  for (const char* const weight : {"-1", "1000.5", "0.0001", "0/0", "1/0"}) {
    EXPECT_THAT(
        LoadError(std::string("T = transition { input = { Idle(w) }, weight = ") + weight + " }\n"),
        ::testing::HasSubstr("init.lua:6:39: transition: weight is a number from 0 to 1000 "
                             "with at most three digits behind the point, not "))
        << weight;
  }
}

TEST(ErrorTest, WrongFairnessOfATransition) {
  const std::string right =
      "transition: fair is \"weak\" or \"strong\", or for each value of a variable "
      "{ weak = p } or { strong = { p, q } }, not ";
  const std::pair<const char*, const char*> cases[] = {
      {"\"fair\"", "\"fair\""},
      {"true", "true"},
      {"{}", "an empty table"},
      {"{ weak = w, strong = w }", "both weak and strong"},
      {"{ unfair = w }", "\"unfair\""},
      {"{ weak = { w, 1 } }", "1, which is no variable"},
      {"{ weak = v }", "v, which is no variable of this transition"},
  };
  for (const auto& [fair, what] : cases) {
    EXPECT_THAT(
        LoadError(std::string("T = transition { input = { Idle(w) }, fair = ") + fair + " }\n"),
        ::testing::StartsWith("init.lua:6:39: " + right + what + "\n"))
        << fair;
  }
}

TEST(ErrorTest, TupleWithoutBraces) {
  EXPECT_EQ(LoadError("T = transition { input = { Votes(w, v) } }\n"),
            "init.lua:6:28: Votes(...) takes one inscription, not 2; a tuple is written Votes { a, "
            "b }\n"
            "T = transition { input = { Votes(w, v) } }\n"
            "                           ^");
}

TEST(ErrorTest, PlaceWithoutInscription) {
  EXPECT_EQ(LoadError("T = transition { input = { Votes } }\n"),
            "init.lua:6:28: transition: input takes arc inscriptions: Votes(...), not Votes "
            "alone\n"
            "T = transition { input = { Votes } }\n"
            "                           ^");
}

TEST(ErrorTest, UnknownConstructor) {
  EXPECT_EQ(LoadError("Message = union { Prepare = INT, Promise = INT }\n"
                      "P = place(Message, { Message.Prommise(1) })\n"),
            "init.lua:7:30: union Message has no constructor Prommise (there are Prepare, "
            "Promise); did you mean Promise?\n"
            "P = place(Message, { Message.Prommise(1) })\n"
            "                             ^");
}

TEST(ErrorTest, MissingFieldOfARecord) {
  EXPECT_EQ(StepError("Promise = record { rnd = INT }\nvar { p = Promise }\n"
                      "Box = place(Promise, { { rnd = 1 } })\n"
                      "T = transition { input = { Box(p) }, guard = \"p.round == 1\" }\n"),
            "init.lua:9:49: {rnd = 1} has no field round (there is rnd), with p = {rnd = 1}\n"
            "T = transition { input = { Box(p) }, guard = \"p.round == 1\" }\n"
            "                                                ^");
}

TEST(ErrorTest, SyntaxErrorPointsAtTheToken) {
  EXPECT_EQ(LoadError("T = transition { input = { Idle(w) guard = w }\n"),
            "init.lua:6:36: '}' expected near 'guard'\n"
            "T = transition { input = { Idle(w) guard = w }\n"
            "                                   ^");
}

TEST(ErrorTest, SyntaxErrorAtTheEnd) {
  EXPECT_EQ(LoadError("M = module(function(_ENV)\n"),
            "init.lua:7: 'end' expected (to close 'function' at line 6) near <eof>");
}

TEST(ErrorTest, SyntaxErrorInAnExpressionPointsIntoIt) {
  EXPECT_EQ(LoadError("T = transition { output = { Votes(expr \"{ w + 1, + v }\") } }\n"),
            "init.lua:6:50: unexpected symbol near '+' in the expression \"{ w + 1, + v }\"\n"
            "T = transition { output = { Votes(expr \"{ w + 1, + v }\") } }\n"
            "                                                 ^");
}

TEST(ErrorTest, SyntaxErrorInALongExpression) {
  EXPECT_EQ(LoadError("T = transition { output = { Votes(expr [[\n  { w,\n    v v }\n]]) } }\n"),
            "init.lua:8:7: '}' expected (to close '{' at line 7) near 'v' in the expression \"{ w, "
            "v v }\"\n"
            "    v v }\n"
            "      ^");
}

TEST(ErrorTest, ExpressionWithTwoValues) {
  EXPECT_EQ(LoadError("T = transition { output = { Votes(expr \"w, v\") } }\n"),
            "init.lua:6:42: the expression \"w, v\" has more than one value\n"
            "T = transition { output = { Votes(expr \"w, v\") } }\n"
            "                                         ^");
}

TEST(ErrorTest, ColumnsCountCharacters) {
  EXPECT_EQ(LoadError("local s = \"\xC3\xA9\xC3\xA9\" .. nam\n"),
            "init.lua:6:19: unknown name nam\n"
            "local s = \"\xC3\xA9\xC3\xA9\" .. nam\n"
            "                  ^");
}

// ----------------------------------------------------------------------------------- parameters

LoadOptions Define(const std::string& name, const std::string& value) {
  LoadOptions options;
  options.parameters[name] = value;
  return options;
}

TEST(ParameterTest, TakesItsTypeFromTheDefault) {
  const ModelFolder folder(R"lua(
    N, debug_mode, title = param(3), param(false), param("x", { doc = "What to call it." })
    P = place(STRING, { title .. N .. (debug_mode and "!" or "?") })
  )lua");
  LoadOptions options;
  options.parameters = {{"N", "-4"}, {"debug_mode", "true"}, {"title", "a b"}};
  const auto model = folder.Load(options);
  EXPECT_EQ(model->engine().FormatMarking(model->engine().InitialMarking()), "P: 1`\"a b-4!\"\n");
  ASSERT_EQ(model->parameters().size(), 3u);
  EXPECT_EQ(model->parameters()[2].doc, "What to call it.");
  EXPECT_EQ(model->parameters()[0].value, "-4");
  EXPECT_EQ(model->parameters()[0].default_value, "3");
}

TEST(ParameterTest, UnknownName) {
  EXPECT_EQ(LoadErrorOf("workers = param(3)\nrounds = param(1)\n", Define("worker", "4")),
            "init.lua: -D worker=4: the model has no param worker (there are workers, rounds); did "
            "you mean workers?");
}

TEST(ParameterTest, WrongType) {
  EXPECT_EQ(LoadErrorOf("W = param(3)\n", Define("W", "4x")),
            "init.lua:1:1: -D W=4x: param W is an integer\n"
            "W = param(3)\n"
            "^");
  EXPECT_EQ(LoadErrorOf("B = param(true)\n", Define("B", "1")),
            "init.lua:1:1: -D B=1: param B is true or false\n"
            "B = param(true)\n"
            "^");
}

TEST(ParameterTest, OutOfBounds) {
  EXPECT_EQ(LoadErrorOf("f = param(0, { min = 0, max = 2 })\n", Define("f", "3")),
            "init.lua:1:1: -D f=3: param f is at least 0 and at most 2\n"
            "f = param(0, { min = 0, max = 2 })\n"
            "^");
}

TEST(ParameterTest, WithoutAName) {
  EXPECT_EQ(LoadErrorOf("local N = param(3)\n"),
            "init.lua:1: this param has no name: assign it, as in Name = param(...)\n"
            "local N = param(3)\n"
            "^~~~~~~~~~~~~~~~~~");
}

TEST(ErrorTest, GuardWithoutReturn) {
  EXPECT_EQ(StepError("T = transition {\n  input = { Idle(w) },\n"
                      "  guard = function(w) local odd = w % 2 == 1 end,\n}\n"),
            "init.lua:8:11: a condition yields true or false, not nothing (nil); a function "
            "needs a return, with w = 2\n"
            "  guard = function(w) local odd = w % 2 == 1 end,\n"
            "          ^");
}

TEST(ErrorTest, GuardExpressionThatYieldsNothing) {
  EXPECT_EQ(StepError("chosen = { true }\nT = transition { input = { Idle(w) }, guard = "
                      "\"chosen[w]\" }\n"),
            "init.lua:7:48: a condition yields true or false, not nothing (nil); a function "
            "needs a return, with w = 2\n"
            "T = transition { input = { Idle(w) }, guard = \"chosen[w]\" }\n"
            "                                               ^");
}

TEST(ErrorTest, AssignmentInAGuard) {
  EXPECT_EQ(LoadError("T = transition { input = { Idle(w) }, guard = \"w = 1\" }\n"),
            "init.lua:6:50: = assigns, and this expression only compares, with ==: \"w = 1\"\n"
            "T = transition { input = { Idle(w) }, guard = \"w = 1\" }\n"
            "                                                 ^");
}

TEST(ErrorTest, NameThatIsDeclaredLater) {
  EXPECT_EQ(LoadError("T = transition {\n  input = { Idle(w) },\n  guard = \"newest(w)\",\n}\n"
                      "function newest(x)\n  return x == 2\nend\n"),
            "init.lua:8:12: newest is declared later, in line 10; declare it before it is used\n"
            "  guard = \"newest(w)\",\n"
            "           ^");
}

TEST(ErrorTest, ColourWithoutQuotes) {
  EXPECT_EQ(LoadError("T = transition { output = { Votes { 1, yes } } }\n"),
            "init.lua:6:40: unknown name yes; the colour of Vote is written \"yes\", in quotes\n"
            "T = transition { output = { Votes { 1, yes } } }\n"
            "                                       ^");
}

TEST(ErrorTest, ComputedTokenOutsideItsColourSetAlsoWhereThereIsNoToken) {
  for (const char* arcs :
       {"input = { P(x), Q(expr \"x + 8\") }", "input = { P(x) }, test = { Q(expr \"x + 8\") }"}) {
    const ModelFolder folder(std::string("S = range(1, 3) var { x = S }\nP, Q = place(S, { 1 }), "
                                         "place(S)\nT = transition { ") +
                             arcs + " }\n");
    const auto model = folder.Load();
    try {
      Explore(model->engine());
      FAIL() << arcs;
    } catch (const ModelError& e) {
      EXPECT_EQ(e.message(), "9 is not a colour of S: S has 1..3, with x = 1");
    }
  }
}

TEST(ErrorTest, LinesOfAMessageReadAsOneError) {
  EXPECT_EQ(LoadErrorOf("error('a\\ninit.lua:1:1: b')\n"),
            "init.lua:1: a\n"
            "  init.lua:1:1: b\n"
            "error('a\\ninit.lua:1:1: b')\n"
            "^~~~~~~~~~~~~~~~~~~~~~~~~~~");
}

}  // namespace
}  // namespace cpn::lua
