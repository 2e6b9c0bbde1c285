// The part of the language that declares test case specifications: test, stimulus, response, xml.
#include <fmt/format.h>

#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/interpreter/table_reader.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/function.h"
#include "cpn/lua/language/hook_reader.h"
#include "cpn/lua/language/library.h"
#include "cpn/lua/language/loading.h"
#include "cpn/lua/run/observation.h"

namespace cpn::lua {
namespace {

std::string NameAt(lua_State* L, int index, std::string_view what) {
  if (lua_type(L, index) != LUA_TSTRING || lua_rawlen(L, index) == 0) {
    StateOf(L).Fail(L, fmt::format("{} has a name in a string, not {}", what, Describe(L, index)));
  }
  return lua_tostring(L, index);
}

// -------------------------------------------------------------------------------- observations

template <ObservationKind kKind>
int Observe(lua_State* L) {
  const std::string what = kKind == ObservationKind::kStimulus ? "stimulus" : "response";
  const std::string name = NameAt(L, 1, "a " + what);
  lua_newtable(L);
  const int observation = lua_gettop(L);
  if (!lua_isnoneornil(L, 2) && observation > 2) {
    ForEachField(L, 2, what, [&](const std::string& field, int index) {
      if (field == "kind" || field == "name") {
        StateOf(L).FailAt(L, field,
                          fmt::format("{} \"{}\": an observation has its own {}; call the "
                                      "field otherwise",
                                      what, name, field));
      }
      lua_pushvalue(L, index);
      lua_setfield(L, observation, field.c_str());
    });
  }
  lua_pushstring(L, what.c_str());
  lua_setfield(L, observation, "kind");
  lua_pushstring(L, name.c_str());
  lua_setfield(L, observation, "name");
  MarkTable(L, TableKind::kData);
  return 1;
}

/// xml.element(observation)
int XmlElement(lua_State* L) {
  PushXmlNode(L, DefaultElement(ModelOf(L).values, ObservationAt(L, 1)));
  return 1;
}

/// xml.node(name [, content [, attributes]])
int XmlNodeFunction(lua_State* L) {
  const std::string name = NameAt(L, 1, "an XML node");
  lua_settop(L, 3);
  lua_newtable(L);
  lua_pushstring(L, name.c_str());
  lua_setfield(L, -2, "name");
  if (lua_istable(L, 2)) {
    lua_pushliteral(L, "name");
    const bool one = lua_rawget(L, 2) != LUA_TNIL;
    lua_pop(L, 1);
    if (one) {
      lua_createtable(L, 1, 0);
      lua_pushvalue(L, 2);
      lua_rawseti(L, -2, 1);
    } else {
      lua_pushvalue(L, 2);
    }
    lua_setfield(L, -2, "children");
  } else if (!lua_isnil(L, 2)) {
    lua_pushvalue(L, 2);
    lua_setfield(L, -2, "text");
  }
  lua_pushvalue(L, 3);
  lua_setfield(L, -2, "attributes");
  XmlNodesAt(L, -1);  // now, while the line that is to blame runs
  lua_settop(L, 4);
  return 1;
}

// ------------------------------------------------------------------------------- specifications

class TestMaker {
 public:
  TestMaker(lua_State* L, std::string name) : L_(L), m_(ModelOf(L)), fields_(L, 1, "test") {
    test_ = std::make_unique<TestDeclaration>();
    test_->name = std::move(name);
    test_->where = m_.sources.Text(m_.lua.Blame(L), "test");
  }

  std::unique_ptr<TestDeclaration> Make() {
    if (fields_.Push("observe")) {
      test_->observe = MakeTransitionHooks(L_, -1, Owner(), "observe");
      lua_pop(L_, 1);
    }
    test_->detection = HookField("detection", 1);
    test_->observation = HookField("observation", 1);
    test_->format = HookField("format", 1);
    test_->normalise = HookField("normalise", 1);
    test_->suite = HookField("suite", 0);
    test_->attributes = HookField("attributes", 1);
    test_->pairwise = HookField("pairwise", 1);
    ReadGoal();
    if (fields_.Push("weight")) {
      test_->weight = MakeTransitionNumbers(L_, -1, Owner(), "weight");
      lua_pop(L_, 1);
    }
    ReadWait();
    if (Choice("cases", "runs", "occurrences")) test_->scope = CaseScope::kOccurrence;
    if (Choice("order", "set", "sequence")) test_->order = CaseOrder::kSequence;
    fields_.RefuseOthers();
    Check();
    return std::move(test_);
  }

 private:
  std::string Owner() const { return fmt::format("test \"{}\"", test_->name); }

  std::optional<Hook> HookField(const char* field, std::size_t parameters) {
    if (!fields_.Push(field)) return std::nullopt;
    Hook hook = MakeHook(L_, lua_gettop(L_), Owner(), field);
    if (!lua_iscfunction(L_, -1) && ParameterNames(L_, -1).size() > parameters) {
      throw ModelError(hook.where,
                       fmt::format("test \"{}\": {} has {}", test_->name, field,
                                   parameters == 0 ? "no parameters" : "one parameter"));
    }
    lua_pop(L_, 1);
    return hook;
  }

  /// A function of the marking, or a transition.
  void ReadGoal() {
    if (!fields_.Push("goal")) return;
    const int index = lua_gettop(L_);
    if (const Handle* const transition = HandleAt(L_, index, HandleKind::kTransition)) {
      test_->goal.transition = {transition->a, transition->b};
    } else if (lua_type(L_, index) == LUA_TFUNCTION && !lua_iscfunction(L_, index) &&
               ParameterNames(L_, index).size() == 1) {
      m_.loading->state_functions.push_back(MakeHook(L_, index, Owner(), "goal"));
      test_->goal.marking =
          static_cast<ctl::StateFunctionId>(m_.loading->state_functions.size() - 1);
    } else {
      throw ModelError(
          m_.sources.Field(m_.lua.Blame(L_), "goal"),
          fmt::format("{}: goal is a function of the marking, function(M) return ... end, or a "
                      "transition, Module.Transition, not {}",
                      Owner(), Describe(L_, index)));
    }
    lua_pop(L_, 1);
  }

  /// A probability.
  void ReadWait() {
    if (!fields_.Push("wait")) return;
    const double wait = lua_type(L_, -1) == LUA_TNUMBER ? lua_tonumber(L_, -1) : -1;
    if (!(wait >= 0 && wait < 1)) {
      throw ModelError(m_.sources.Field(m_.lua.Blame(L_), "wait"),
                       fmt::format("{}: wait is a probability, from 0 to below 1, not {}", Owner(),
                                   Describe(L_, -1)));
    }
    test_->wait = wait;
    lua_pop(L_, 1);
  }

  /// Is it the other one? Throws ModelError for a third.
  bool Choice(const char* field, std::string_view usual, std::string_view other) {
    if (!fields_.Push(field)) return false;
    const std::string value =
        lua_type(L_, -1) == LUA_TSTRING ? lua_tostring(L_, -1) : Describe(L_, -1);
    lua_pop(L_, 1);
    if (value != usual && value != other) {
      throw ModelError(m_.sources.Field(m_.lua.Blame(L_), field),
                       fmt::format("test \"{}\": {} is \"{}\" or \"{}\", not {}", test_->name,
                                   field, usual, other, value));
    }
    return value == other;
  }

  void Check() const {
    const auto fail = [&](const std::string& what) {
      throw ModelError(test_->where, fmt::format("test \"{}\": {}", test_->name, what));
    };
    if (test_->detection.has_value() != test_->observation.has_value()) {
      fail("detection and observation go together");
    }
    if (test_->detection && !test_->observe.empty()) {
      fail("it has either observe, or detection and observation");
    }
    if (!test_->detection && test_->observe.empty()) {
      fail(
          "it observes nothing; observe = { [Module.Transition] = function(...) ... end } says "
          "what can be observed");
    }
    const auto [other, fresh] = m_.loading->test_names.emplace(test_->name, test_->where);
    if (!fresh) {
      fail(fmt::format("there is one of that name already, in line {} of {}", other->second.line,
                       other->second.file));
    }
  }

  lua_State* L_;
  ModelState& m_;
  TableReader fields_;
  std::unique_ptr<TestDeclaration> test_;
};

/// The second half of test "name" { ... }; the name is an upvalue.
int DeclareTestFields(lua_State* L) {
  RequireLoading(L, "a test");
  LoadingOf(L).tests.push_back(TestMaker(L, lua_tostring(L, lua_upvalueindex(1))).Make());
  return 0;
}

int DeclareTest(lua_State* L) {
  RequireLoading(L, "a test");
  NameAt(L, 1, "a test");
  lua_settop(L, 1);
  lua_pushcclosure(L, Guarded<DeclareTestFields>, 1);
  return 1;
}

}  // namespace

void OpenTestLibrary(lua_State* L) {
  AddToLibrary(L, {"test", Guarded<DeclareTest>, Use::kDeclaring});
  AddToLibrary(L, {"stimulus", Guarded<Observe<ObservationKind::kStimulus>>});
  AddToLibrary(L, {"response", Guarded<Observe<ObservationKind::kResponse>>});
  lua_newtable(L);
  lua_pushcfunction(L, Guarded<XmlElement>);
  lua_setfield(L, -2, "element");
  lua_pushcfunction(L, Guarded<XmlNodeFunction>);
  lua_setfield(L, -2, "node");
  AddLibraryTable(L, "xml");
}

}  // namespace cpn::lua
