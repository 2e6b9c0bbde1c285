// A marking of a net, the binding elements that occur in it, and the tokens that they move.
// Plain data.
// Source: Jensen & Kristensen (2009), ch. 4.2-4.4.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpn/net/net.h"

namespace cpn {

/// One place marking per place of the net, indexed by PlaceId.
using Marking = std::vector<MultiSet>;
using BindingElementId = std::uint32_t;

/// A view; the spans stay valid as long as the engine lives.
struct BindingElement {
  TransitionId transition = 0;
  std::span<const Value> binding;  ///< indexed like TransitionDeclaration::variables
  /// The tokens that input terms with a wildcard in their pattern (`_`, or a record's field left
  /// out) took, in term order: a wildcard on an input arc is an anonymous variable, so what it
  /// takes is part of the choice.
  std::span<const Value> wildcards;
};

/// What an occurrence does to one place.
struct TokenMove {
  PlaceId place = 0;
  MultiSet removed;
  MultiSet added;
  bool reset = false;  ///< removes all tokens, whatever they are, before `added`
};

}  // namespace cpn
