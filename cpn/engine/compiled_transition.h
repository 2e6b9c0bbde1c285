// A transition prepared for the engine: its arcs sorted by what they do, variables read by every
// inscription resolved to indices.
//
// The firing rule that the engine implements (Jensen & Kristensen 2009, ch. 4; extensions ours):
//  1. Input and test arcs: the place holds the sum of all multi-sets of its input and test arcs. A
//     test arc is an arc in both directions, so what it needs is needed beside what inputs take.
//  2. An inhibitor arc with inscription disables when the place holds the sum of its terms, for
//     some choice of its wildcards; a sum that is empty (a condition is false) never disables.
//     Without inscription it disables when the place is not empty.
//  3. A reset arc empties the place after the inputs took theirs, before outputs add theirs.
//  4. A variable that a pattern binds takes colours of its own colour set only.
//  5. A wildcard on an input arc is an anonymous variable: BindingElement::wildcards.
// Plain data, immutable after CompileTransition().
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cpn/engine/compiled_pattern.h"
#include "cpn/net/net.h"

namespace cpn {

/// A function and the variables it reads.
struct Call {
  FunctionId function = 0;
  std::vector<std::uint32_t> reads;
};

struct CompiledTerm {
  ArcTerm::Kind kind = ArcTerm::Kind::kPattern;
  PlaceId place = 0;
  ColourSetId type = 0;  ///< of the place
  std::uint32_t arc = 0;
  std::uint32_t count = 1;
  CompiledPattern pattern;
  Call call;
  std::optional<Call> condition;
  bool consumes = false;  ///< input, not test
  /// Other input or test terms take tokens from the same place.
  bool shared = false;
  /// Index into BindingElement::wildcards, for an input pattern with wildcards.
  std::optional<std::uint32_t> wildcard;
  std::vector<std::uint32_t> variables;  ///< distinct ones that pattern, call and condition read
};

struct CompiledInhibitor {
  PlaceId place = 0;
  bool any_token = false;  ///< no inscription
  std::vector<CompiledTerm> terms;
  std::vector<std::uint32_t> variables;
};

struct CompiledLet {
  std::uint32_t variable = 0;
  ColourSetId type = 0;
  Call call;
};

struct CompiledTransition {
  TransitionId id = 0;
  std::uint32_t variables = 0;
  std::uint32_t wildcards = 0;
  std::vector<CompiledTerm> matched;   ///< input and test terms that bind by matching
  std::vector<CompiledTerm> computed;  ///< the other input and test terms
  std::vector<CompiledInhibitor> inhibitors;
  std::vector<CompiledTerm> outputs;
  std::vector<PlaceId> resets;
  std::vector<Call> guards;
  std::vector<CompiledLet> lets;
  std::vector<std::uint32_t> free_variables;
  /// Places whose markings decide which bindings are enabled, ascending.
  std::vector<PlaceId> deciding_places;
  /// Places without whose tokens no binding is enabled, ascending.
  std::vector<PlaceId> needed_places;
};

CompiledTransition CompileTransition(const Net& net, TransitionId id, const ColourSets& colour_sets,
                                     ValueStore& values);

}  // namespace cpn
