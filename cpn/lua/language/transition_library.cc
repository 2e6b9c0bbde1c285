// transition { input = ..., output = ..., guard = ..., ... } and the priorities.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/nearest.h"
#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/interpreter/table_reader.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/drawn_text.h"
#include "cpn/lua/language/function.h"
#include "cpn/lua/language/import_place.h"
#include "cpn/lua/language/inscription.h"
#include "cpn/lua/language/library.h"
#include "cpn/lua/language/loading.h"
#include "cpn/net/inscription.h"

namespace cpn::lua {
namespace {

/// Whatever searches for bindings goes through them one inside the other.
constexpr std::size_t kMostVariables = 1000;
/// Tokens that an occurrence takes, looks at, or asks about, each by a summand of its own: a search
/// goes one level deeper for each.
constexpr std::size_t kMostTaken = 5000;

class TransitionMaker {
 public:
  explicit TransitionMaker(lua_State* L) : L_(L), m_(ModelOf(L)) {
    transition_.where = m_.lua.Blame(L);
  }

  TransitionDeclaration Make() {
    TableReader fields(L_, 1, "transition");
    const std::pair<const char*, ArcKind> kinds[] = {{"input", ArcKind::kInput},
                                                     {"test", ArcKind::kTest},
                                                     {"inhibitor", ArcKind::kInhibitor},
                                                     {"reset", ArcKind::kReset},
                                                     {"output", ArcKind::kOutput}};
    for (const auto& [name, kind] : kinds) {
      if (fields.Push(name)) Arcs(name, kind);
    }
    // Variables are numbered by what is read first; outputs come last.
    std::stable_partition(transition_.arcs.begin(), transition_.arcs.end(),
                          [](const ArcDeclaration& a) { return a.kind != ArcKind::kOutput; });
    for (const ArcDeclaration& arc : transition_.arcs) {
      if (arc.kind != ArcKind::kOutput) ReadArc(arc);
    }
    if (fields.Push("let")) Lets();
    if (fields.Push("guard")) Guards();
    for (const ArcDeclaration& arc : transition_.arcs) {
      if (arc.kind == ArcKind::kOutput) ReadArc(arc);
    }
    if (fields.Push("priority")) Priority();
    if (fields.Push("kind")) Kind();
    if (fields.Push("weight")) Weight();
    if (fields.Push("fair")) Fair();
    fields.RefuseOthers();
    Number();
    transition_.guard_text = fmt::format("{}", fmt::join(guard_texts_, ", "));
    return std::move(transition_);
  }

 private:
  // ------------------------------------------------------------------------------------- arcs

  void Arcs(const std::string& field, ArcKind kind) {
    ForEachElement(L_, -1, "transition: " + field, [&](int index, lua_Integer) {
      if (const Handle* inscription = HandleAt(L_, index, HandleKind::kInscription)) {
        AddArc(kind, m_.loading->inscriptions[inscription->a]);
      } else if (const Handle* place = HandleAt(L_, index, HandleKind::kPlace)) {
        AddBareArc(field, kind, *place);
      } else {
        m_.lua.Fail(L_, fmt::format("transition: {} takes arc inscriptions, Place(...), not {}",
                                    field, Describe(L_, index)));
      }
    });
    lua_pop(L_, 1);
  }

  void AddArc(ArcKind kind, const Inscription& inscription) {
    const std::string& place = m_.model.modules[inscription.module].places[inscription.place].name;
    if (inscription.module != m_.loading->current.back()) {
      throw ModelError(
          inscription.where,
          fmt::format("the arc inscription {} belongs to a place of another module", place));
    }
    transition_.arcs.push_back(
        {kind, inscription.place, inscription.terms, inscription.text, inscription.where});
  }

  void AddBareArc(const std::string& field, ArcKind kind, const Handle& handle) {
    const std::uint32_t place = ImportPlace(L_, handle);
    const std::string name = CurrentModule(m_).places[place].name;
    const SourceLocation where = m_.sources.Name(m_.lua.Blame(L_), name);
    if (kind != ArcKind::kInhibitor && kind != ArcKind::kReset) {
      throw ModelError(where, fmt::format("transition: {} takes arc inscriptions: {}(...), not {} "
                                          "alone",
                                          field, name, name));
    }
    transition_.arcs.push_back({kind, place, {}, "", where});
  }

  void ReadArc(const ArcDeclaration& arc) {
    if (arc.kind != ArcKind::kOutput && (taken_ += arc.terms.size()) > kMostTaken) {
      throw ModelError(arc.where, fmt::format("the input arcs of a transition have at most {} "
                                              "summands together",
                                              kMostTaken));
    }
    for (const ArcTerm& term : arc.terms) {
      if (term.kind == ArcTerm::Kind::kPattern) {
        std::vector<std::uint32_t> variables;
        AppendVariables(term.pattern, variables);
        for (std::uint32_t variable : variables) {
          Read(variable, arc.where);
          if (BindsByMatching(arc, term)) bound_.insert(variable);
        }
      } else {
        ReadFunction(term.function);
      }
      if (term.condition) ReadFunction(*term.condition);
    }
  }

  // -------------------------------------------------------------------------------- variables

  void Read(std::uint32_t variable, const SourceLocation& where) {
    const auto position = static_cast<std::uint32_t>(variables_.size());
    if (!numbers_.emplace(variable, position).second) return;
    const VariableDeclaration& added = m_.loading->variables[variable];
    if (const auto [other, fresh] = names_.emplace(added.name, variable); !fresh) {
      throw ModelError(
          where, fmt::format("{} is two variables here: one of lines {} and {}", added.name,
                             m_.loading->variables[other->second].where.line, added.where.line));
    }
    if (position == kMostVariables) {
      throw ModelError(where, fmt::format("a transition has at most {} variables", kMostVariables));
    }
    variables_.push_back(variable);
  }

  void ReadFunction(FunctionId function) {
    for (std::uint32_t variable : m_.bodies[function].variables) {
      Read(variable, m_.model.functions[function].where);
    }
  }

  // -------------------------------------------------------------------------- guards and lets

  void Lets() {
    ForEachField(L_, -1, "transition: let", [&](const std::string& name, int index) {
      const auto variable = cpn::lua::FindVariable(L_, name);
      if (!variable) {
        m_.lua.FailAt(L_, name,
                      fmt::format("let: {} is not a variable of the model{}", name,
                                  base::DidYouMean(name, VariableNames(L_))));
      }
      if (lua_type(L_, index) == LUA_TSTRING) {
        m_.lua.FailAt(L_, name, fmt::format("let: {0} takes expr \"...\" or a function", name));
      }
      const FunctionId function =
          AddComputation(L_, index, "let: " + name, m_.loading->variables[*variable].type);
      AddLet(*variable, function, Drawn(index, function));
    });
    lua_pop(L_, 1);
  }

  /// `drawn` is what a drawing shows for the function.
  void AddLet(std::uint32_t variable, FunctionId function, const std::string& drawn) {
    Read(variable, m_.model.functions[function].where);
    ReadFunction(function);
    transition_.lets.push_back({variable, function});
    bound_.insert(variable);
    guard_texts_.push_back(fmt::format("{} = {}", m_.loading->variables[variable].name, drawn));
  }

  void Guards() {
    if (lua_type(L_, -1) == LUA_TTABLE) {
      ForEachElement(L_, -1, "transition: guard", [&](int index, lua_Integer) { Guard(index); });
    } else {
      Guard(lua_gettop(L_));
    }
    lua_pop(L_, 1);
  }

  void Guard(int index) {
    if (lua_type(L_, index) == LUA_TSTRING && BindsByEquality(lua_tostring(L_, index))) return;
    const FunctionId function = AddCondition(L_, index, "a guard");
    ReadFunction(function);
    transition_.guards.push_back(function);
    guard_texts_.push_back(Drawn(index, function));
  }

  /// What a drawing shows for `function`, which the value at `index` became.
  std::string Drawn(int index, FunctionId function) {
    const bool lua = lua_type(L_, index) == LUA_TFUNCTION;
    return lua ? DrawnTextOf(L_, index) : m_.model.functions[function].text;
  }

  /// "xs2 == cons(x, xs)" binds xs2 if nothing else has.
  bool BindsByEquality(const std::string& text) {
    const auto equality = AsEquality(L_, text);
    if (!equality) return false;
    if (bound_.count(equality->variable) > 0) return false;
    const FunctionId rest = AddExpression(L_, equality->rest, m_.lua.Blame(L_), text);
    Translate(L_, rest, m_.loading->variables[equality->variable].type);
    AddLet(equality->variable, rest, m_.model.functions[rest].text);
    return true;
  }

  void Priority() {
    const bool integer = lua_type(L_, -1) == LUA_TNUMBER && lua_isinteger(L_, -1);
    const lua_Integer value = integer ? lua_tointeger(L_, -1) : 0;
    if (!integer || value < std::numeric_limits<int>::min() ||
        value > std::numeric_limits<int>::max()) {
      m_.lua.FailAt(L_, "priority",
                    fmt::format("transition: priority is an integer, such as P_HIGH, not {}",
                                Describe(L_, -1)));
    }
    transition_.priority = static_cast<int>(value);
    lua_pop(L_, 1);
  }

  void Kind() {
    const bool is_text = lua_type(L_, -1) == LUA_TSTRING;
    const std::optional<StepKind> kind = StepKindOf(is_text ? lua_tostring(L_, -1) : "");
    if (!kind) {
      m_.lua.FailAt(L_, "kind",
                    fmt::format("transition: kind is \"application\", \"network\", \"timer\", "
                                "\"fault\" or \"repair\", not {}",
                                Describe(L_, -1)));
    }
    transition_.kind = *kind;
    lua_pop(L_, 1);
  }

  void Weight() {
    const double value = lua_type(L_, -1) == LUA_TNUMBER ? lua_tonumber(L_, -1) : -1;
    const double thousandths = std::round(value * 1000);
    if (!(value >= 0 && value <= 1000) || std::abs(value * 1000 - thousandths) > 1e-6) {
      m_.lua.FailAt(L_, "weight",
                    fmt::format("transition: weight is a number from 0 to 1000 with at most three "
                                "digits behind the point, not {}",
                                Describe(L_, -1)));
    }
    transition_.weight = static_cast<std::uint32_t>(thousandths);
    lua_pop(L_, 1);
  }

  /// "weak", "strong", { weak = p } or { strong = { p, q } }; all variables are known by now.
  void Fair() {
    if (lua_type(L_, -1) == LUA_TSTRING) {
      transition_.fairness.kind = FairnessKind(lua_tostring(L_, -1));
    } else if (lua_type(L_, -1) == LUA_TTABLE) {
      std::size_t fields = 0;
      ForEachField(L_, -1, "transition: fair", [&](const std::string& name, int index) {
        transition_.fairness.kind = FairnessKind(name);
        if (++fields > 1) FailFair("both weak and strong");
        FairApart(index);
      });
      if (fields == 0) FailFair("an empty table");
    } else {
      FailFair(Describe(L_, -1));
    }
    lua_pop(L_, 1);
  }

  [[noreturn]] void FailFair(const std::string& what) {
    m_.lua.FailAt(L_, "fair",
                  fmt::format("transition: fair is \"weak\" or \"strong\", or for each value of a "
                              "variable {{ weak = p }} or {{ strong = {{ p, q }} }}, not {}",
                              what));
  }

  Fairness::Kind FairnessKind(const std::string& name) {
    if (name == "weak") return Fairness::Kind::kWeak;
    if (name == "strong") return Fairness::Kind::kStrong;
    FailFair(fmt::format("\"{}\"", name));
  }

  void FairApart(int index) {
    if (HandleAt(L_, index) != nullptr) return FairVariable(index);
    ForEachElement(L_, index, "transition: fair",
                   [&](int element, lua_Integer) { FairVariable(element); });
    std::vector<std::uint32_t>& apart = transition_.fairness.apart;
    std::sort(apart.begin(), apart.end());
    apart.erase(std::unique(apart.begin(), apart.end()), apart.end());
  }

  void FairVariable(int index) {
    const Handle* const variable = HandleAt(L_, index, HandleKind::kVariable);
    if (variable == nullptr) FailFair(Describe(L_, index) + ", which is no variable");
    const auto number = numbers_.find(variable->a);
    if (number == numbers_.end()) {
      FailFair(fmt::format("{}, which is no variable of this transition",
                           m_.loading->variables[variable->a].name));
    }
    transition_.fairness.apart.push_back(number->second);
  }

  /// From numbers in the model to numbers in the transition.
  void Number() {
    for (std::uint32_t variable : variables_) {
      transition_.variables.push_back(
          {m_.loading->variables[variable].name, m_.loading->variables[variable].type});
    }
    for (ArcDeclaration& arc : transition_.arcs) {
      for (ArcTerm& term : arc.terms) {
        if (term.kind == ArcTerm::Kind::kPattern) NumberPattern(term.pattern);
      }
    }
    for (LetDeclaration& let : transition_.lets) let.variable = NumberOf(let.variable);
  }

  void NumberPattern(Pattern& pattern) {
    if (pattern.kind == PatternKind::kVariable) pattern.variable = NumberOf(pattern.variable);
    for (Pattern& child : pattern.children) NumberPattern(child);
  }

  std::uint32_t NumberOf(std::uint32_t variable) const { return numbers_.at(variable); }

  lua_State* L_;
  ModelState& m_;
  TransitionDeclaration transition_;
  std::vector<std::uint32_t> variables_;  ///< by ModelState::variables, as they are first read
  std::unordered_map<std::uint32_t, std::uint32_t> numbers_;   ///< positions in variables_
  std::unordered_map<std::string_view, std::uint32_t> names_;  ///< of variables_
  std::unordered_set<std::uint32_t> bound_;                    ///< by input arcs, lets and guards
  std::vector<std::string> guard_texts_;
  std::size_t taken_ = 0;  ///< summands of arcs that are no output arcs
};

int DeclareTransition(lua_State* L) {
  ModelState& m = ModelOf(L);
  RequireLoading(L, "a transition");
  if (lua_gettop(L) != 1) m.lua.Fail(L, "transition takes one table: transition { input = ... }");
  TransitionDeclaration transition = TransitionMaker(L).Make();
  std::vector<TransitionDeclaration>& transitions = CurrentModule(m).transitions;
  transitions.push_back(std::move(transition));
  PushHandle(L, {HandleKind::kTransition, m.loading->current.back(),
                 static_cast<std::uint32_t>(transitions.size() - 1), HereOf(L)});
  return 1;
}

}  // namespace

void OpenTransitionLibrary(lua_State* L) {
  AddToLibrary(L, {"transition", Guarded<DeclareTransition>, Use::kDeclaring});
  static constexpr std::pair<const char*, int> kPriorities[] = {
      {"P_HIGH", 100}, {"P_NORMAL", 0}, {"P_LOW", -100}};
  for (const auto& [name, value] : kPriorities) {
    lua_pushinteger(L, value);
    AddToLibrary(L, name, Use::kAlways);
  }
}

}  // namespace cpn::lua
