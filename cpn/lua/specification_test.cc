// Test case specifications: declared in Lua, used from C++.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/lua/testing.h"

namespace cpn::lua {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::LoadErrorOf;
using testing::LoadText;
using testing::ModelFolder;
using ::testing::Pair;

/// Two workers vote; six lines.
constexpr char kSpecified[] = R"lua(Worker, Vote = range(1, 2), enum { "yes", "no" }
var { w = Worker, v = Vote }
Workers = module(function(_ENV)
  Idle = place(Worker, { 1 })
  Cast = transition { input = { Idle(w) } , guard = expr "v == 'yes'" } end)
Ws = substitution(Workers)
)lua";

std::string Voting(const std::string& test) { return kSpecified + test; }

/// What the first enabled binding element shows.
std::vector<std::string> ObserveFirst(LuaModel& model, const std::string& specification) {
  TestSpecification& spec = model.Specification(specification);
  const auto enabled = model.engine().Enabled(model.engine().InitialMarking());
  std::vector<std::string> texts;
  for (const Observation& seen : spec.Observe(model.engine().Element(enabled[0]))) {
    texts.push_back(spec.Describe(seen));
  }
  return texts;
}

std::vector<std::string> Observed(const std::string& test) {
  return ObserveFirst(*LoadText(Voting(test)), "system");
}

std::string Xml(const XmlNode& node) {
  std::string text = "<" + node.name;
  for (const auto& [name, value] : node.attributes) text += " " + name + "=\"" + value + "\"";
  text += ">" + node.text;
  for (const XmlNode& child : node.children) text += Xml(child);
  return text + "</" + node.name + ">";
}

/// The XML of the one observation {w = 1, ...} under a format hook.
std::string Formatted(const std::string& fields, const std::string& format) {
  const auto model =
      LoadText(Voting("test \"system\" { observe = { [Workers.Cast] = function() "
                      "return stimulus(\"Vote\", " +
                      fields + ") end }, " + format + " }\n"));
  TestSpecification& spec = model->Specification("system");
  const auto enabled = model->engine().Enabled(model->engine().InitialMarking());
  std::string text;
  for (const Observation& seen : spec.Observe(model->engine().Element(enabled[0]))) {
    for (const XmlNode& node : spec.Format(seen)) text += Xml(node);
  }
  return text;
}

TEST(ObserveTest, PassesVariablesAndInstance) {
  EXPECT_THAT(
      Observed("test \"system\" { observe = { [Workers.Cast] = function(instance, v, w) "
               "return stimulus(\"Vote\", { by = instance, worker = w, value = v }) end } }"),
      ElementsAre("stimulus Vote {by = \"Ws\", value = \"yes\", worker = 1}"));
}

TEST(ObserveTest, NothingOneOrMany) {
  EXPECT_THAT(Observed("test \"system\" { observe = { [Workers.Cast] = function() end } }"),
              IsEmpty());
  EXPECT_THAT(
      Observed("test \"system\" { observe = { [Workers.Cast] = function() return {} end } }"),
      IsEmpty());
  EXPECT_THAT(Observed("test \"system\" { observe = { [Workers.Cast] = function() return { "
                       "stimulus(\"A\"), response(\"B\", { x = { 1, 2 } }) } end } }"),
              ElementsAre("stimulus A {}", "response B {x = [1, 2]}"));
}

TEST(ObserveTest, OtherTransitionsAreNotObserved) {
  const auto model =
      LoadText(Voting("Other = transition {}\n"
                      "test \"system\" { observe = { [Other] = function() end } }"));
  TestSpecification& spec = model->Specification("system");
  EXPECT_TRUE(spec.Observes(model->net().transitions()[0]));
  EXPECT_FALSE(spec.Observes(model->net().transitions()[1]));
  EXPECT_EQ(spec.name(), "system");
  EXPECT_EQ(spec.scope(), CaseScope::kRun);
  EXPECT_EQ(spec.order(), CaseOrder::kSet);
}

TEST(ObserveTest, DetectionAndObservationSeeTheBindingElement) {
  const std::string test = R"lua(test "system" {
    detection = function(be) return be.module == "Workers" and be.binding.x == nil end,
    observation = function(be)
      return response(be.name, { where = be.instance, all = be.transition, w = be.binding.w })
    end,
  })lua";
  EXPECT_THAT(Observed(test),
              ElementsAre("response Cast {all = \"Ws.Cast\", w = 1, where = \"Ws\"}"));
  EXPECT_THAT(Observed("test \"system\" { detection = function(be) return false end,\n"
                       "  observation = function(be) return response(\"B\") end }"),
              IsEmpty());
}

TEST(FormatTest, DefaultElementHasFieldsByName) {
  EXPECT_EQ(Formatted("{ worker = 1, value = \"yes\", ids = { 1, 2 }, deep = { b = true } }", ""),
            "<Vote><deep><b>true</b></deep><ids>1</ids><ids>2</ids><value>yes</value><worker>1"
            "</worker></Vote>");
  EXPECT_EQ(Formatted("{ x = 1 }", "format = xml.element"), "<Vote><x>1</x></Vote>");
}

TEST(FormatTest, HookMakesNodes) {
  EXPECT_EQ(Formatted("{ w = 1 }",
                      "format = function(o) return xml.node(o.kind, { xml.node(\"A\", "
                      "o.w), xml.node(\"B\", true, { { \"z\", 1 }, { \"a\", \"x\" } }) "
                      "}) end"),
            "<stimulus><A>1</A><B z=\"1\" a=\"x\">true</B></stimulus>");
  EXPECT_EQ(Formatted("{}",
                      "format = function(o) return { xml.node(\"A\"), xml.node(\"B\", "
                      "xml.node(\"C\")) } end"),
            "<A></A><B><C></C></B>");
  EXPECT_EQ(Formatted("{}", "format = function(o) return nil end"), "");
}

std::string FormatError(const std::string& format) {
  try {
    Formatted("{ w = 1 }", format);
    return "";
  } catch (const ModelError& e) {
    return e.message();
  }
}

TEST(FormatTest, WrongNodes) {
  const std::string where = ", in format of stimulus Vote {w = 1} of test \"system\"";
  EXPECT_EQ(FormatError("format = function(o) return 3 end"),
            "an XML node, xml.node(name, content), expected, not 3" + where);
  EXPECT_EQ(FormatError("format = function(o) return xml.node(\"a b\") end"),
            "\"a b\" is no name for an XML element or attribute" + where);
  EXPECT_EQ(FormatError("format = function(o) return xml.node(\"a\", \"\\0\") end"),
            "XML has no control character 0" + where);
  EXPECT_EQ(FormatError("format = function(o) return xml.node(\"a\", \"\", { a = 1 }) end"),
            "a list of attributes, {{name, value}, ...}, expected, not {a = 1}" + where);
}

TestCase MakeCase(LuaModel& model, std::initializer_list<std::pair<ObservationKind, int>> events) {
  TestCase test_case;
  for (const auto& [kind, i] : events) {
    const std::pair<std::string, Value> field("i", model.values().Int(i));
    test_case.push_back({kind, "E", model.values().Record({&field, 1})});
  }
  return test_case;
}

constexpr auto kIn = ObservationKind::kStimulus;
constexpr auto kOut = ObservationKind::kResponse;

TEST(NormaliseTest, SetIsSortedWithoutDuplicates) {
  const auto model =
      LoadText(Voting("test \"system\" { observe = { [Workers.Cast] = function() end } }"));
  EXPECT_EQ(model->Specification("system").Normalise(
                MakeCase(*model, {{kOut, 1}, {kIn, 2}, {kIn, 1}, {kIn, 2}})),
            MakeCase(*model, {{kIn, 1}, {kIn, 2}, {kOut, 1}}));
}

TEST(NormaliseTest, SequenceKeepsItsOrder) {
  const auto model = LoadText(
      Voting("test \"system\" { order = \"sequence\", cases = \"occurrences\",\n"
             "  observe = { [Workers.Cast] = function() end },\n"
             "  normalise = function(case) table.remove(case.events, 1) return case end }"));
  TestSpecification& spec = model->Specification("system");
  EXPECT_EQ(spec.order(), CaseOrder::kSequence);
  EXPECT_EQ(spec.scope(), CaseScope::kOccurrence);
  EXPECT_EQ(spec.Normalise(MakeCase(*model, {{kIn, 9}, {kOut, 2}, {kIn, 1}, {kOut, 2}})),
            MakeCase(*model, {{kOut, 2}, {kIn, 1}, {kOut, 2}}));
}

TEST(NormaliseTest, HookChangesTheCase) {
  const auto model = LoadText(Voting(R"lua(test "system" {
    observe = { [Workers.Cast] = function() end },
    normalise = function(case)
      for _, o in ipairs(case.stimuli) do o.i = o.i % 2 end
      table.insert(case.responses, response("E", { i = #case.stimuli }))
      return case
    end,
  })lua"));
  EXPECT_EQ(
      model->Specification("system").Normalise(MakeCase(*model, {{kIn, 1}, {kIn, 3}, {kIn, 2}})),
      MakeCase(*model, {{kIn, 0}, {kIn, 1}, {kOut, 3}}));
}

TEST(SuiteTest, HooksGiveNameConfigurationAndAttributes) {
  const auto model = LoadText(Voting(R"lua(test "system" {
    observe = { [Workers.Cast] = function() end },
    suite = function() return { name = "Two", configuration = { xml.node("Size", 2) } } end,
    attributes = function(case) return { { "N", #case.stimuli }, { "A", "x" } } end,
  })lua"));
  TestSpecification& spec = model->Specification("system");
  const SuiteInfo info = spec.Suite();
  EXPECT_EQ(info.name, "Two");
  ASSERT_EQ(info.configuration.size(), 1u);
  EXPECT_EQ(Xml(info.configuration[0]), "<Size>2</Size>");
  EXPECT_THAT(spec.Attributes(MakeCase(*model, {{kIn, 1}, {kOut, 1}})),
              ElementsAre(Pair("N", "1"), Pair("A", "x")));
}

TEST(SuiteTest, PairwiseGivesTheOptionsOfACaseByName) {
  const auto model = LoadText(Voting(R"lua(test "system" {
    observe = { [Workers.Cast] = function() end },
    pairwise = function(case)
      if #case.stimuli > 1 then return nil end
      return { votes = #case.stimuli, answered = #case.responses > 0, by = "x" }
    end,
  })lua"));
  TestSpecification& spec = model->Specification("system");
  EXPECT_TRUE(spec.IsPairwise());
  EXPECT_THAT(spec.Options(MakeCase(*model, {{kIn, 1}, {kOut, 1}})),
              ElementsAre(Pair("answered", "true"), Pair("by", "x"), Pair("votes", "1")));
  EXPECT_THAT(spec.Options(MakeCase(*model, {{kIn, 1}, {kIn, 2}})), IsEmpty());
}

TEST(SuiteTest, OptionsHaveNames) {
  const auto model = LoadText(Voting(R"lua(test "system" {
    observe = { [Workers.Cast] = function() end },
    pairwise = function(case) return { "damage" } end,
  })lua"));
  try {
    model->Specification("system").Options(MakeCase(*model, {{kIn, 1}}));
    FAIL() << "accepted";
  } catch (const ModelError& e) {
    EXPECT_EQ(e.message(),
              "a table of options, {name = value, ...}, expected, not {\"damage\"}, in pairwise of "
              "test \"system\"");
  }
}

TEST(SuiteTest, NameIsTheSpecificationsByDefault) {
  const auto model =
      LoadText(Voting("test \"system\" { observe = { [Workers.Cast] = function() end } }"));
  EXPECT_EQ(model->Specification("system").Suite().name, "system");
}

// --------------------------------------------------------------------------------------- errors

std::string TestError(const std::string& test) { return LoadErrorOf(Voting(test)); }

TEST(SpecificationErrorTest, ObservesNothing) {
  EXPECT_EQ(TestError("test \"system\" {}\n"),
            "init.lua:7:1: test \"system\": it observes nothing; observe = { [Module.Transition] = "
            "function(...) ... end } says what can be observed\n"
            "test \"system\" {}\n"
            "^");
}

TEST(SpecificationErrorTest, ParameterThatIsNoVariable) {
  EXPECT_EQ(TestError("test \"system\" {\n  observe = {\n"
                      "    [Workers.Cast] = function(w, value) end,\n  },\n}\n"),
            "init.lua:9:34: test \"system\": value is not a variable of transition Cast (there are "
            "instance, w, v)\n"
            "    [Workers.Cast] = function(w, value) end,\n"
            "                                 ^");
}

TEST(SpecificationErrorTest, KeyThatIsNoTransition) {
  EXPECT_EQ(TestError("test \"system\" { observe = { Cast = function(w) end } }\n"),
            "init.lua:7:17: test \"system\": the keys of observe are transitions, "
            "[Module.Transition] = ..., not \"Cast\"\n"
            "test \"system\" { observe = { Cast = function(w) end } }\n"
            "                ^");
}

TEST(SpecificationErrorTest, UnknownFieldAndValue) {
  EXPECT_EQ(TestError("test \"system\" {\n  observe = { [Workers.Cast] = function(w) end },\n"
                      "  normalize = function(case) return case end,\n}\n"),
            "init.lua:9:3: test has no field normalize (there are observe, detection, observation, "
            "format, normalise, suite, attributes, pairwise, goal, weight, wait, cases, order); "
            "did you mean "
            "normalise?\n"
            "  normalize = function(case) return case end,\n"
            "  ^");
  EXPECT_EQ(TestError("test \"system\" {\n  observe = { [Workers.Cast] = function(w) end },\n"
                      "  order = \"list\",\n}\n"),
            "init.lua:9:3: test \"system\": order is \"set\" or \"sequence\", not list\n"
            "  order = \"list\",\n"
            "  ^");
}

TEST(SpecificationErrorTest, WeightThatIsNoNumberAboveZero) {
  const auto error = [](const std::string& weight) {
    return TestError(
        "test \"system\" {\n  observe = { [Workers.Cast] = function(w) end },\n  weight = " +
        weight + ",\n}\n");
  };
  const auto expected = [](const std::string& weight, const std::string& what) {
    return "init.lua:9:3: test \"system\": weight " + what + "\n  weight = " + weight + ",\n  ^";
  };
  const std::string range = "of Cast is a number above 0, and at most 10^9, not ";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"-1", "-1"},   {"0", "0"},         {"0/0", "-nan"},  {"1e10", "10000000000.0"},
      {"1/0", "inf"}, {"\"2\"", "\"2\""}, {"{ 1 }", "{1}"}, {"true", "true"}};
  for (const auto& [number, shown] : wrong) {
    const std::string weight = "{ [Workers.Cast] = " + number + " }";
    EXPECT_EQ(error(weight), expected(weight, range + shown));
  }
  EXPECT_EQ(error("3"), expected("3", "is a table, { [Module.Transition] = 3 }, not 3"));
}

TEST(SpecificationErrorTest, WaitThatIsNoProbability) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"-0.1", "-0.1"}, {"1", "1"}, {"0/0", "-nan"}, {"\"0.5\"", "\"0.5\""}, {"{}", "{}"}};
  for (const auto& [wait, shown] : wrong) {
    EXPECT_EQ(TestError("test \"system\" {\n  observe = { [Workers.Cast] = function(w) end },\n"
                        "  wait = " +
                        wait + ",\n}\n"),
              "init.lua:9:3: test \"system\": wait is a probability, from 0 to below 1, not " +
                  shown + "\n  wait = " + wait + ",\n  ^");
  }
}

TEST(SpecificationErrorTest, RuntimeErrorInAHookNamesTheBinding) {
  const ModelFolder folder(
      Voting("test \"system\" {\n  observe = {\n"
             "    [Workers.Cast] = function(w, v)\n"
             "      return stimulus(\"Vote\", { x = v + w })\n    end,\n  },\n}\n"));
  const auto model = folder.Load();
  try {
    ObserveFirst(*model, "system");
    FAIL() << "no error";
  } catch (const ModelError& e) {
    EXPECT_EQ(folder.Text(e),
              "init.lua:10:37: attempt to perform arithmetic on a string value (local 'v'), in "
              "observe of Ws.Cast (w = 1, v = yes) of test \"system\"\n"
              "      return stimulus(\"Vote\", { x = v + w })\n"
              "                                    ^");
  }
}

TEST(SpecificationErrorTest, WhatIsNoObservation) {
  const auto model = LoadText(
      Voting("test \"system\" { observe = { [Workers.Cast] = function(w) return w end } }\n"));
  try {
    ObserveFirst(*model, "system");
    FAIL() << "no error";
  } catch (const ModelError& e) {
    EXPECT_EQ(e.message(),
              "an observation, stimulus(name, fields) or response(name, fields), expected, not 1, "
              "in observe of Ws.Cast (w = 1, v = yes) of test \"system\"");
  }
}

TEST(SpecificationErrorTest, FieldsThatAreNoPlainData) {
  const auto model =
      LoadText(Voting("test \"system\" { observe = { [Workers.Cast] = function(w) "
                      "return stimulus(\"A\", { x = 1.5 }) end } }\n"));
  try {
    ObserveFirst(*model, "system");
    FAIL() << "no error";
  } catch (const ModelError& e) {
    EXPECT_EQ(e.message(),
              "1.5 is not plain data: integers, strings, booleans, unit, lists and tables by field "
              "name (a float; integers divide with //), in observe of Ws.Cast (w = 1, v = yes) of "
              "test \"system\"");
  }
}

TEST(SpecificationTest, AGoalIsAFunctionOrATransition) {
  const auto model = LoadText(
      Voting("local observe = { [Workers.Cast] = function() return stimulus(\"A\") end }\n"
             "test \"f\" { observe = observe, goal = function(M) return #M.Ws.Idle == 0 end }\n"
             "test \"t\" { observe = observe, goal = Workers.Cast }\n"
             "test \"none\" { observe = observe }\n"));
  EXPECT_EQ(model->Specification("f").goal().marking, ctl::StateFunctionId{0});
  EXPECT_EQ(model->state_functions().Where(0).line, 8);
  const auto transition = model->Specification("t").goal().transition;
  ASSERT_TRUE(transition.has_value());
  EXPECT_EQ(model->model().modules[transition->first].transitions[transition->second].name, "Cast");
  EXPECT_FALSE(model->Specification("none").goal());
}

TEST(SpecificationErrorTest, AGoalThatIsNeitherFunctionNorTransition) {
  const std::string expected =
      "test \"x\": goal is a function of the marking, function(M) return ... end, or a transition, "
      "Module.Transition, not ";
  const auto error = [](const std::string& goal) {
    return LoadErrorOf(
        Voting("test \"x\" { observe = { [Workers.Cast] = function() return "
               "stimulus(\"A\") end },\n  goal = " +
               goal + " }\n"));
  };
  EXPECT_EQ(error("'Cast'"), "init.lua:8:3: " + expected + "\"Cast\"\n  goal = 'Cast' }\n  ^");
  EXPECT_THAT(error("function() return true end"), ::testing::HasSubstr(expected));
}

TEST(SpecificationErrorTest, UnknownSpecification) {
  const auto model =
      LoadText(Voting("test \"system\" { observe = { [Workers.Cast] = function() end } }"));
  try {
    model->Specification("sytem");
    FAIL() << "no error";
  } catch (const ModelError& e) {
    EXPECT_EQ(e.message(),
              "the model has no test case specification sytem (there is system); did you mean "
              "system?");
  }
}

TEST(SpecificationTest, ObserveFunctionWithoutReturnIsRefused) {
  EXPECT_EQ(LoadErrorOf(Voting("test \"system\" {\n  observe = { [Workers.Cast] = function(w) "
                               "response(\"Vote\", { worker = w }) end },\n}\n")),
            "init.lua:8:32: test \"system\": observe of Cast never returns anything, so it shows "
            "nothing; a return is missing\n"
            "  observe = { [Workers.Cast] = function(w) response(\"Vote\", { worker = w }) end },\n"
            "                               ^");
}

}  // namespace
}  // namespace cpn::lua
