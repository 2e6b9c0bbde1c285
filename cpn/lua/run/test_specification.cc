#include "cpn/lua/run/test_specification.h"

#include <fmt/format.h>

#include <algorithm>

#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/run/hook.h"
#include "cpn/lua/run/model_state.h"
#include "cpn/lua/run/observation.h"

namespace cpn::lua {
namespace {

const Transition& TransitionOf(const ModelState& m, const BindingElement& element) {
  return m.net.transitions()[element.transition];
}

std::string OwnerOf(const TestDeclaration& test) { return fmt::format("test \"{}\"", test.name); }

/// { transition = "Ws.Send", module = "Workers", name = "Send", instance = "Ws", binding = {...} }
void PushElement(lua_State* L, const BindingElement& element) {
  ModelState& m = ModelOf(L);
  const Transition& transition = TransitionOf(m, element);
  const auto set = [L](const char* field, const std::string& text) {
    lua_pushlstring(L, text.data(), text.size());
    lua_setfield(L, -2, field);
  };
  lua_newtable(L);
  set("transition", transition.name);
  set("module", m.model.modules[transition.module].name);
  set("name", transition.declaration->name);
  set("instance", transition.instance);
  lua_newtable(L);
  for (std::size_t i = 0; i < element.binding.size(); ++i) {
    m.converter.Push(L, element.binding[i]);
    lua_setfield(L, -2, transition.declaration->variables[i].name.c_str());
  }
  MarkTable(L, TableKind::kData);
  lua_setfield(L, -2, "binding");
  MarkTable(L, TableKind::kRecord);
}

/// Is the function on top of the stack one without parameters?
bool TakesNothing(lua_State* L) {
  lua_Debug info;
  lua_pushvalue(L, -1);
  lua_getinfo(L, ">u", &info);
  return info.nparams == 0 && info.isvararg == 0;
}

}  // namespace

TestSpecification::TestSpecification(ModelState* model, const TestDeclaration* declaration)
    : model_(model), declaration_(declaration) {}

const std::string& TestSpecification::name() const { return declaration_->name; }
CaseScope TestSpecification::scope() const { return declaration_->scope; }
CaseOrder TestSpecification::order() const { return declaration_->order; }
const SourceLocation& TestSpecification::where() const { return declaration_->where; }
const CaseGoal& TestSpecification::goal() const { return declaration_->goal; }

std::optional<double> TestSpecification::wait() const { return declaration_->wait; }

double TestSpecification::WeightOf(const Transition& transition) const {
  const auto weight = declaration_->weight.find({transition.module, transition.index});
  return weight == declaration_->weight.end() ? 1 : weight->second;
}

bool TestSpecification::Observes(const Transition& transition) const {
  return declaration_->detection ||
         declaration_->observe.count({transition.module, transition.index}) > 0;
}

std::vector<Observation> TestSpecification::Observe(const BindingElement& element) {
  ModelState& m = *model_;
  std::vector<Observation> observations;
  const std::string owner = OwnerOf(*declaration_);
  const auto read = [&](lua_State* L, int index) { observations = ObservationsAt(L, index); };
  if (!declaration_->detection) {
    RunTransitionHook(m, declaration_->observe, element, owner, "observe", read);
    return observations;
  }
  const auto what = [&](const char* hook) {
    return [&m, &element, hook] { return hook + DescribeElement(m, element); };
  };
  const auto push = [&](lua_State* L) {
    PushElement(L, element);
    return 1;
  };
  bool detected = false;
  RunHook(m, *declaration_->detection, owner, what("detection of "), push,
          [&](lua_State* L, int index) { detected = TruthAt(L, index, "detection"); });
  if (!detected) return observations;
  RunHook(m, *declaration_->observation, owner, what("observation of "), push, read);
  return observations;
}

std::vector<XmlNode> TestSpecification::Format(const Observation& observation) {
  if (!declaration_->format) return {DefaultElement(model_->values, observation)};
  std::vector<XmlNode> nodes;
  RunHook(
      *model_, *declaration_->format, OwnerOf(*declaration_),
      [&] { return "format of " + Describe(observation); },
      [&](lua_State* L) {
        PushObservation(L, observation);
        return 1;
      },
      [&](lua_State* L, int index) { nodes = XmlNodesAt(L, index); });
  return nodes;
}

TestCase TestSpecification::Normalise(TestCase test_case) {
  if (declaration_->normalise) {
    RunHook(
        *model_, *declaration_->normalise, OwnerOf(*declaration_), [] { return "normalise"; },
        [&](lua_State* L) {
          PushTestCase(L, test_case, order());
          return 1;
        },
        [&](lua_State* L, int index) { test_case = TestCaseAt(L, index, order()); });
  }
  if (order() == CaseOrder::kSequence) return test_case;
  std::sort(test_case.begin(), test_case.end(),
            [this](const Observation& a, const Observation& b) { return Compare(a, b) < 0; });
  test_case.erase(std::unique(test_case.begin(), test_case.end()), test_case.end());
  return test_case;
}

SuiteInfo TestSpecification::Suite() {
  SuiteInfo info;
  info.name = declaration_->name;
  if (!declaration_->suite) return info;
  RunHook(
      *model_, *declaration_->suite, OwnerOf(*declaration_), [] { return "suite"; },
      [](lua_State*) { return 0; },
      [&](lua_State* L, int index) {
        if (!lua_istable(L, index)) {
          throw ModelError({}, fmt::format("suite yields {{ name = ..., configuration = {{ nodes "
                                           "}} }}, not {}",
                                           cpn::lua::Describe(L, index)));
        }
        lua_pushliteral(L, "name");
        if (lua_rawget(L, index) != LUA_TNIL) {
          if (lua_type(L, -1) != LUA_TSTRING) {
            throw ModelError({}, fmt::format("the name of a suite is a string, not {}",
                                             cpn::lua::Describe(L, -1)));
          }
          info.name = lua_tostring(L, -1);
        }
        lua_pushliteral(L, "configuration");
        lua_rawget(L, index);
        info.configuration = XmlNodesAt(L, lua_gettop(L));
      });
  return info;
}

std::vector<std::pair<std::string, std::string>> TestSpecification::Attributes(
    const TestCase& test_case) {
  std::vector<std::pair<std::string, std::string>> attributes;
  if (!declaration_->attributes) return attributes;
  RunHook(
      *model_, *declaration_->attributes, OwnerOf(*declaration_), [] { return "attributes"; },
      [&](lua_State* L) {
        if (TakesNothing(L)) return 0;  // a table of the case would cost more than all else
        PushTestCase(L, test_case, order());
        return 1;
      },
      [&](lua_State* L, int index) { attributes = AttributesAt(L, index); });
  return attributes;
}

bool TestSpecification::IsPairwise() const { return declaration_->pairwise.has_value(); }

std::vector<std::pair<std::string, std::string>> TestSpecification::Options(
    const TestCase& test_case) {
  std::vector<std::pair<std::string, std::string>> options;
  if (!declaration_->pairwise) return options;
  RunHook(
      *model_, *declaration_->pairwise, OwnerOf(*declaration_), [] { return "pairwise"; },
      [&](lua_State* L) {
        PushTestCase(L, test_case, order());
        return 1;
      },
      [&](lua_State* L, int index) { options = OptionsAt(L, index); });
  return options;
}

std::strong_ordering TestSpecification::Compare(const Observation& a, const Observation& b) const {
  if (a.kind != b.kind) return a.kind <=> b.kind;
  if (const int order = a.name.compare(b.name); order != 0) return order <=> 0;
  return model_->values.Compare(a.fields, b.fields);
}

std::string TestSpecification::Describe(const Observation& observation) const {
  const bool stimulus = observation.kind == ObservationKind::kStimulus;
  return fmt::format("{} {} {}", stimulus ? "stimulus" : "response", observation.name,
                     model_->values.Format(observation.fields));
}

}  // namespace cpn::lua
