#include "cpn/explore/family.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace cpn::explore {
namespace {

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

/// What a transition takes, as a text: the same for two transitions if and only if their terms are
/// equal up to the names of variables, which are numbered as they come.
class TakenText {
 public:
  explicit TakenText(const CompiledTransition& transition) : numbers_(transition.variables) {
    Add(transition.matched.size());
    Add(transition.computed.size());
    const std::vector<PlaceId> empty = EmptyPlaces(transition);
    Add(empty.size());
    for (const PlaceId place : empty) Add(place);
    for (std::size_t i = 0; i < TermCount(transition); ++i) {
      const CompiledTerm& term = TermOf(transition, i);
      Add(term.place);
      Add(term.count);
      Add(term.wildcard.has_value());
      if (i < transition.matched.size()) {
        Add(term.pattern);
      } else {
        Add(term.call);
      }
    }
  }

  std::vector<std::uint64_t> Take() { return std::move(text_); }

 private:
  void Add(std::uint64_t number) { text_.push_back(number); }

  void AddVariable(std::uint32_t variable) {
    std::optional<std::uint32_t>& number = numbers_[variable];
    if (!number) number = next_++;
    Add(*number);
  }

  void Add(const Call& call) {
    Add(call.function);
    Add(call.reads.size());
    for (const std::uint32_t variable : call.reads) AddVariable(variable);
  }

  void Add(const CompiledPattern& pattern) {
    Add(static_cast<std::uint64_t>(pattern.kind));
    Add(pattern.ask);
    Add(pattern.wildcard);
    if (pattern.kind == PatternKind::kVariable) {
      Add(pattern.type);
      AddVariable(pattern.variable);
    }
    Add(pattern.constant.id);
    Add(pattern.shape.id);
    Add(pattern.constructor.size());
    for (const char c : pattern.constructor) Add(static_cast<unsigned char>(c));
    Add(pattern.positions.size());
    for (const std::uint32_t position : pattern.positions) Add(position);
    Add(pattern.children.size());
    for (const CompiledPattern& child : pattern.children) Add(child);
  }

  std::vector<std::optional<std::uint32_t>> numbers_;  // by variable
  std::uint32_t next_ = 0;
  std::vector<std::uint64_t> text_;
};

}  // namespace

std::vector<Family> MakeFamilies(std::span<const CompiledTransition* const> transitions) {
  std::vector<Family> families;
  std::map<std::vector<std::uint64_t>, std::size_t> by_text;
  for (const CompiledTransition* transition : transitions) {
    if (!IsTrieTransition(*transition)) continue;
    const auto [at, is_new] = by_text.try_emplace(TakenText(*transition).Take(), families.size());
    if (is_new) families.push_back(MakeFamily(*transition));
    families[at->second].members.push_back(MakeMember(*transition));
  }
  return families;
}

}  // namespace cpn::explore
