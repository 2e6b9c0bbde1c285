#include "cpn/explore/family.h"

#include <algorithm>
#include <map>
#include <optional>

namespace cpn::explore {
namespace {

/// Are the patterns equal up to the names of variables? `names` maps the variables of `a` to those
/// of `b`, both ways one to one.
class Renaming {
 public:
  Renaming(std::uint32_t a, std::uint32_t b) : to_(a), from_(b) {}

  bool Maps(const CompiledPattern& a, const CompiledPattern& b) {
    if (a.kind != b.kind || a.ask != b.ask || a.constant != b.constant ||
        a.constructor != b.constructor || a.shape.id != b.shape.id || a.positions != b.positions ||
        a.children.size() != b.children.size() || a.wildcard != b.wildcard) {
      return false;
    }
    if (a.kind == PatternKind::kVariable) return a.type == b.type && Unify(a.variable, b.variable);
    for (std::size_t i = 0; i < a.children.size(); ++i) {
      if (!Maps(a.children[i], b.children[i])) return false;
    }
    return true;
  }

  bool Maps(const Call& a, const Call& b) {
    if (a.function != b.function) return false;
    for (std::size_t i = 0; i < a.reads.size(); ++i) {
      if (!Unify(a.reads[i], b.reads[i])) return false;
    }
    return true;
  }

 private:
  bool Unify(std::uint32_t a, std::uint32_t b) {
    if (!to_[a] && !from_[b]) {
      to_[a] = b;
      from_[b] = a;
    }
    return to_[a] == b && from_[b] == a;
  }

  std::vector<std::optional<std::uint32_t>> to_, from_;
};

std::size_t TermCount(const CompiledTransition& transition) {
  return transition.matched.size() + transition.computed.size();
}

std::vector<PlaceId> EmptyPlaces(const CompiledTransition& transition) {
  std::vector<PlaceId> places;
  for (const CompiledInhibitor& inhibitor : transition.inhibitors) {
    if (inhibitor.any_token) places.push_back(inhibitor.place);
  }
  std::ranges::sort(places);
  return places;
}

bool TakeTheSame(const CompiledTransition& a, const CompiledTransition& b) {
  if (a.matched.size() != b.matched.size() || a.computed.size() != b.computed.size() ||
      EmptyPlaces(a) != EmptyPlaces(b)) {
    return false;
  }
  Renaming renaming(a.variables, b.variables);
  for (std::size_t i = 0; i < TermCount(a); ++i) {
    const CompiledTerm& x = TermOf(a, i);
    const CompiledTerm& y = TermOf(b, i);
    const bool same_token =
        i < a.matched.size() ? renaming.Maps(x.pattern, y.pattern) : renaming.Maps(x.call, y.call);
    if (!same_token || x.place != y.place || x.count != y.count ||
        x.wildcard.has_value() != y.wildcard.has_value()) {
      return false;
    }
  }
  return true;
}

/// Does the inhibitor arc ask for copies of one token, on a place that the transition takes nothing
/// from?
bool NamesOneToken(const CompiledInhibitor& inhibitor, const CompiledTransition& transition) {
  if (inhibitor.terms.size() != 1) return false;
  const CompiledTerm& term = inhibitor.terms.front();
  if (term.kind != ArcTerm::Kind::kPattern || term.condition || term.pattern.wildcard) return false;
  for (std::size_t i = 0; i < TermCount(transition); ++i) {
    if (TermOf(transition, i).place == inhibitor.place) return false;
  }
  return true;
}

FamilyMember MakeMember(const CompiledTransition& transition) {
  FamilyMember member{&transition, {}};
  std::vector<bool> bound(transition.variables, false);
  std::vector<bool> done(transition.guards.size(), false);
  for (std::size_t i = 0; i < TermCount(transition); ++i) {
    for (const std::uint32_t v : TermOf(transition, i).variables) bound[v] = true;
    std::vector<std::uint32_t>& ready = member.guards.emplace_back();
    for (std::uint32_t g = 0; g < transition.guards.size(); ++g) {
      const auto is_bound = [&](std::uint32_t v) { return bound[v]; };
      if (done[g] || !std::ranges::all_of(transition.guards[g].reads, is_bound)) continue;
      done[g] = true;
      ready.push_back(g);
    }
  }
  return member;
}

Family MakeFamily(const CompiledTransition& transition) {
  Family family;
  family.needed = transition.needed_places;
  family.empty = EmptyPlaces(transition);
  std::vector<bool> bound(transition.variables, false);
  for (std::size_t i = 0; i < TermCount(transition); ++i) {
    const CompiledTerm& compiled = TermOf(transition, i);
    FamilyTerm term{compiled.place, compiled.count, compiled.count != 1, false};
    for (const FamilyTerm& earlier : family.terms) term.checked |= earlier.place == term.place;
    term.look_up =
        !compiled.pattern.wildcard &&
        std::ranges::all_of(compiled.variables, [&](std::uint32_t v) { return bound[v]; });
    for (const std::uint32_t v : compiled.variables) bound[v] = true;
    family.terms.push_back(term);
  }
  return family;
}

}  // namespace

bool IsTrieTransition(const CompiledTransition& transition) {
  if (transition.matched.empty()) return false;
  std::vector<bool> bound(transition.variables, false);
  for (const CompiledTerm& term : transition.matched) {
    for (const std::uint32_t v : term.variables) bound[v] = true;
  }
  const auto is_bound = [&](std::uint32_t v) { return bound[v]; };
  const auto is_one_colour = [&](const CompiledTerm& term) {
    return term.kind == ArcTerm::Kind::kFunction && !term.condition &&
           std::ranges::all_of(term.variables, is_bound);
  };
  // Several tokens that such a term may look at give one and the same binding element.
  const auto looks_at_any = [](const CompiledTerm& term) {
    return !term.consumes && term.pattern.wildcard;
  };
  const auto is_easy = [&](const CompiledInhibitor& inhibitor) {
    return inhibitor.any_token || NamesOneToken(inhibitor, transition);
  };
  return std::ranges::all_of(transition.computed, is_one_colour) &&
         std::ranges::none_of(transition.matched, looks_at_any) &&
         std::ranges::all_of(transition.inhibitors, is_easy);
}

namespace {

/// What transitions of one family have in common, as far as that is easy to compare.
std::vector<std::size_t> KeyOf(const CompiledTransition& transition) {
  std::vector<std::size_t> key{transition.matched.size()};
  for (std::size_t i = 0; i < TermCount(transition); ++i) {
    key.push_back(TermOf(transition, i).place);
    key.push_back(TermOf(transition, i).count);
  }
  return key;
}

}  // namespace

std::vector<Family> MakeFamilies(std::span<const CompiledTransition* const> transitions) {
  std::vector<Family> families;
  std::map<std::vector<std::size_t>, std::vector<std::size_t>> by_key;
  for (const CompiledTransition* transition : transitions) {
    if (!IsTrieTransition(*transition)) continue;
    const auto same = [&](std::size_t family) {
      return TakeTheSame(*families[family].members.front().transition, *transition);
    };
    std::vector<std::size_t>& alike = by_key[KeyOf(*transition)];
    const auto at = std::ranges::find_if(alike, same);
    const std::size_t family = at == alike.end() ? families.size() : *at;
    if (at == alike.end()) {
      families.push_back(MakeFamily(*transition));
      alike.push_back(family);
    }
    families[family].members.push_back(MakeMember(*transition));
  }
  return families;
}

}  // namespace cpn::explore
