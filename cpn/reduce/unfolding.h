// The binding elements of a small net one by one, as a net without colours: which tokens each
// needs, takes and adds. What a guard, a condition or a computed inscription ties together is known
// here, which classes (event_classes.h) leave open.
//
// How it works: tokens and elements are gathered, beginning with the initial marking, as if no
// token ever went away. Where that would never end, since a leader could come to power again and
// again, it is counted how often something can happen: tokens of small colour sets have a supply,
// and an element that would need more of one than there can ever be is none.
//
// Invariants:
//  1. In every run of the net only elements of the unfolding occur.
//  2. Elements are numbered in the canonical order of Engine::CompareElements(), tokens by place
//     and colour; numbers depend on the net alone.
// Thread safety: immutable once made.
// Source: Esparza & Heljanko, "Unfoldings" (2008), on nets without colours; that no token goes away
// is the relaxation of Bonet & Geffner, "Planning as heuristic search" (2001). The supply is ours
// (docs/reductions.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "cpn/engine/engine.h"

namespace cpn::reduce {

using TokenNumber = std::uint32_t;
using ElementNumber = std::uint32_t;

struct UnfoldingLimits {
  std::size_t elements = 100'000;
  std::size_t searched = 500'000;  ///< elements found in all searches, again and again counted
  std::size_t searches = 200;      ///< each of which goes one step further
};

struct UnfoldedElement {
  BindingElementId id = 0;
  std::vector<TokenNumber> needs;   ///< without one of them it is disabled; in the order of arcs
  std::vector<TokenNumber> lowers;  ///< there are fewer of them after it
  std::vector<TokenNumber> raises;  ///< there are more of them after it
};

struct UnfoldedToken {
  PlaceId place = 0;
  Value value;
  std::vector<ElementNumber> needed_by, lowered_by, raised_by;  ///< ascending
};

class Unfolding {
 public:
  const std::vector<UnfoldedElement>& elements() const { return elements_; }
  const std::vector<UnfoldedToken>& tokens() const { return tokens_; }
  std::optional<TokenNumber> TokenOf(PlaceId place, Value value) const;
  /// Requires that `id` is enabled in a marking that can be reached.
  ElementNumber NumberOf(BindingElementId id) const { return number_of_.at(id); }

 private:
  friend class Unfolder;

  std::vector<UnfoldedElement> elements_;
  std::vector<UnfoldedToken> tokens_;
  std::vector<std::unordered_map<std::uint32_t, TokenNumber>> token_of_;  // by place: by value
  std::unordered_map<BindingElementId, ElementNumber> number_of_;
};

}  // namespace cpn::reduce
