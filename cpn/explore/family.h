// Transitions that take the same tokens: equal patterns on the same places, equal priority. They
// share one trie, so that the tokens of a marking are matched once for all of them.
// Plain data.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpn/engine/compiled_transition.h"
#include "cpn/explore/trie.h"

namespace cpn::explore {

/// A term of a family: the place that it takes its token from. Matched terms come first, then
/// computed ones.
struct FamilyTerm {
  PlaceId place = 0;
  std::uint32_t count = 1;
  /// The token may be needed several times: count is not 1, or an earlier term has the same place.
  bool checked = false;
  /// Earlier terms bind all that it reads: one token at most matches.
  bool look_up = false;
};

/// Term `i` of a family, in one of its members.
inline const CompiledTerm& TermOf(const CompiledTransition& transition, std::size_t i) {
  const std::size_t matched = transition.matched.size();
  return i < matched ? transition.matched[i] : transition.computed[i - matched];
}

struct FamilyMember {
  const CompiledTransition* transition = nullptr;
  /// By term, the guards that can be asked as soon as that term is matched.
  std::vector<std::vector<std::uint32_t>> guards;
};

struct Family {
  std::vector<FamilyMember> members;
  std::vector<FamilyTerm> terms;
  std::vector<PlaceId> needed;  ///< places that must not be empty
  std::vector<PlaceId> empty;   ///< places that must be empty: inhibitor arcs without inscription
  TrieNodeId root = 0;
};

/// Can the tokens that enable it be found by a trie? Otherwise an InputMemo serves it.
bool IsTrieTransition(const CompiledTransition& transition);

/// Families of the trie transitions among `transitions`, which have one priority.
std::vector<Family> MakeFamilies(std::span<const CompiledTransition* const> transitions);

}  // namespace cpn::explore
