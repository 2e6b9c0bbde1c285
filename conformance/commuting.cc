#include "conformance/commuting.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>

#include "cpn/engine/compiled_transition.h"

namespace conformance {
namespace {

using cpn::CompiledPattern;
using cpn::CompiledTerm;
using cpn::CompiledTransition;
using cpn::PatternKind;
using cpn::PlaceId;
using cpn::TransitionId;

bool Disjoint(const CompiledPattern& a, const CompiledPattern& b);

bool AnyDisjoint(const std::vector<CompiledPattern>& a, const std::vector<CompiledPattern>& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (Disjoint(a[i], b[i])) return true;
  }
  return false;
}

/// Fields that only one of the patterns names may hold anything.
bool DisjointRecords(const CompiledPattern& a, const CompiledPattern& b) {
  for (std::size_t i = 0; i < a.children.size(); ++i) {
    for (std::size_t j = 0; j < b.children.size(); ++j) {
      if (a.positions[i] == b.positions[j] && Disjoint(a.children[i], b.children[j])) return true;
    }
  }
  return false;
}

/// Certainly no token matches both patterns, whatever their variables are.
bool Disjoint(const CompiledPattern& a, const CompiledPattern& b) {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case PatternKind::kConstant:
      return a.constant != b.constant;
    case PatternKind::kUnion:
      return a.constructor != b.constructor || AnyDisjoint(a.children, b.children);
    case PatternKind::kList:
      return a.children.size() != b.children.size() || AnyDisjoint(a.children, b.children);
    case PatternKind::kTuple:
    case PatternKind::kCons:
      return AnyDisjoint(a.children, b.children);
    case PatternKind::kRecord:
      return DisjointRecords(a, b);
    case PatternKind::kVariable:
    case PatternKind::kAny:
      return false;
  }
  return false;
}

bool Disjoint(const CompiledTerm& a, const CompiledTerm& b) {
  return a.kind == cpn::ArcTerm::Kind::kPattern && b.kind == cpn::ArcTerm::Kind::kPattern &&
         Disjoint(a.pattern, b.pattern);
}

void AddVariables(const CompiledPattern& pattern, std::set<std::uint32_t>& variables) {
  if (pattern.kind == PatternKind::kVariable) variables.insert(pattern.variable);
  for (const CompiledPattern& child : pattern.children) AddVariables(child, variables);
}

/// What all transitions do to a place.
struct Uses {
  std::vector<const CompiledTerm*> terms;  // of input and test arcs
  bool inhibits = false;
  bool resets = false;
};

class Finder {
 public:
  explicit Finder(const cpn::Engine& engine) : engine_(engine) {
    uses_.resize(engine.net().places().size());
    for (TransitionId t = 0; t < engine.net().transitions().size(); ++t) {
      const CompiledTransition& transition = engine.Compiled(t);
      for (const auto* terms : {&transition.matched, &transition.computed}) {
        for (const CompiledTerm& term : *terms) uses_[term.place].terms.push_back(&term);
      }
      for (const auto& inhibitor : transition.inhibitors) uses_[inhibitor.place].inhibits = true;
      for (const PlaceId place : transition.resets) uses_[place].resets = true;
    }
  }

  std::vector<bool> Find() {
    commuting_.assign(engine_.net().transitions().size(), false);
    if (commuting_.empty()) return commuting_;
    for (const TransitionId t : engine_.PriorityGroups().front()) {
      commuting_[t] = IsIndependent(engine_.Compiled(t));
    }
    while (const std::optional<TransitionId> one = OneOnACircle()) commuting_[*one] = false;
    return commuting_;
  }

 private:
  /// Conditions 2 and 3.
  bool IsIndependent(const CompiledTransition& transition) const {
    if (!transition.inhibitors.empty() || !transition.resets.empty()) return false;
    std::set<std::uint32_t> variables;
    for (std::uint32_t v = 0; v < transition.variables; ++v) variables.insert(v);
    for (const cpn::CompiledLet& let : transition.lets) variables.erase(let.variable);
    bool takes = false;
    for (const auto* terms : {&transition.matched, &transition.computed}) {
      for (const CompiledTerm& term : *terms) {
        takes = takes || term.consumes;
        if (term.consumes && !TellsBindings(term, variables)) return false;
        if (!IsAlone(term)) return false;
      }
    }
    return takes && std::none_of(transition.outputs.begin(), transition.outputs.end(),
                                 [&](const CompiledTerm& term) {
                                   return uses_[term.place].inhibits || uses_[term.place].resets;
                                 });
  }

  /// Different bindings take different tokens, at least one each.
  static bool TellsBindings(const CompiledTerm& term, const std::set<std::uint32_t>& variables) {
    if (term.kind != cpn::ArcTerm::Kind::kPattern || term.condition || term.count == 0 ||
        term.pattern.wildcard) {
      return false;
    }
    std::set<std::uint32_t> named;
    AddVariables(term.pattern, named);
    return std::includes(named.begin(), named.end(), variables.begin(), variables.end());
  }

  /// Nothing else has to do with the tokens that the term takes; or takes those that it tests.
  bool IsAlone(const CompiledTerm& term) const {
    const Uses& uses = uses_[term.place];
    if (uses.resets) return false;
    return std::all_of(uses.terms.begin(), uses.terms.end(), [&](const CompiledTerm* other) {
      if (other == &term || (!term.consumes && !other->consumes)) return true;
      return Disjoint(term, *other);
    });
  }

  /// A commuting transition that is fed by what it feeds, directly or by others.
  std::optional<TransitionId> OneOnACircle() const {
    for (TransitionId t = 0; t < commuting_.size(); ++t) {
      if (!commuting_[t]) continue;
      std::vector<bool> met(commuting_.size(), false);
      std::vector<TransitionId> stack{t};
      while (!stack.empty()) {
        const TransitionId from = stack.back();
        stack.pop_back();
        for (TransitionId to = 0; to < commuting_.size(); ++to) {
          if (!commuting_[to] || met[to] || !Feeds(from, to)) continue;
          if (to == t) return t;
          met[to] = true;
          stack.push_back(to);
        }
      }
    }
    return std::nullopt;
  }

  bool Feeds(TransitionId from, TransitionId to) const {
    const CompiledTransition& taker = engine_.Compiled(to);
    for (const CompiledTerm& output : engine_.Compiled(from).outputs) {
      for (const auto* terms : {&taker.matched, &taker.computed}) {
        for (const CompiledTerm& term : *terms) {
          if (term.consumes && term.place == output.place && !Disjoint(term, output)) return true;
        }
      }
    }
    return false;
  }

  const cpn::Engine& engine_;
  std::vector<Uses> uses_;       // by place
  std::vector<bool> commuting_;  // by transition
};

}  // namespace

std::vector<bool> CommutingTransitions(const cpn::Engine& engine) { return Finder(engine).Find(); }

}  // namespace conformance
