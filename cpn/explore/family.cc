#include "cpn/explore/family.h"

#include <algorithm>
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

std::vector<PlaceId> EmptyPlaces(const CompiledTransition& transition) {
  std::vector<PlaceId> places;
  for (const CompiledInhibitor& inhibitor : transition.inhibitors) {
    places.push_back(inhibitor.place);
  }
  std::ranges::sort(places);
  return places;
}

bool TakeTheSame(const CompiledTransition& a, const CompiledTransition& b) {
  if (a.matched.size() != b.matched.size() || EmptyPlaces(a) != EmptyPlaces(b)) return false;
  Renaming renaming(a.variables, b.variables);
  for (std::size_t i = 0; i < a.matched.size(); ++i) {
    const CompiledTerm& x = a.matched[i];
    const CompiledTerm& y = b.matched[i];
    if (x.place != y.place || x.count != y.count ||
        x.wildcard.has_value() != y.wildcard.has_value() || !renaming.Maps(x.pattern, y.pattern)) {
      return false;
    }
  }
  return true;
}

FamilyMember MakeMember(const CompiledTransition& transition) {
  FamilyMember member{&transition, {}};
  std::vector<bool> bound(transition.variables, false);
  std::vector<bool> done(transition.guards.size(), false);
  for (const CompiledTerm& term : transition.matched) {
    for (const std::uint32_t v : term.variables) bound[v] = true;
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
  for (const CompiledTerm& matched : transition.matched) {
    FamilyTerm term{matched.place, matched.count, matched.count != 1, false};
    for (const FamilyTerm& earlier : family.terms) term.checked |= earlier.place == term.place;
    term.look_up =
        !matched.pattern.wildcard &&
        std::ranges::all_of(matched.variables, [&](std::uint32_t v) { return bound[v]; });
    for (const std::uint32_t v : matched.variables) bound[v] = true;
    family.terms.push_back(term);
  }
  return family;
}

}  // namespace

bool IsTrieTransition(const CompiledTransition& transition) {
  if (transition.matched.empty() || !transition.computed.empty()) return false;
  const auto names_tokens = [](const CompiledInhibitor& i) { return !i.any_token; };
  if (std::ranges::any_of(transition.inhibitors, names_tokens)) return false;
  // Several tokens that such a term may look at give one and the same binding element.
  const auto looks_at_any = [](const CompiledTerm& term) {
    return !term.consumes && term.pattern.wildcard;
  };
  return std::ranges::none_of(transition.matched, looks_at_any);
}

std::vector<Family> MakeFamilies(std::span<const CompiledTransition* const> transitions) {
  std::vector<Family> families;
  for (const CompiledTransition* transition : transitions) {
    if (!IsTrieTransition(*transition)) continue;
    const auto same = [&](const Family& family) {
      return TakeTheSame(*family.members.front().transition, *transition);
    };
    auto at = std::ranges::find_if(families, same);
    if (at == families.end()) at = families.insert(at, MakeFamily(*transition));
    at->members.push_back(MakeMember(*transition));
  }
  return families;
}

}  // namespace cpn::explore
