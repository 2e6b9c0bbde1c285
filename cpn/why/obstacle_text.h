// What keeps a binding from being enabled, in words.
//
// Thread safety: as the engine.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "cpn/why/near_bindings.h"

namespace cpn::why {

/// What a run that led to the marking says about tokens: numbers of its steps, from 1. Both may be
/// empty.
struct History {
  /// The last step that put such a token on the place; none: it was there from the start.
  std::function<std::optional<std::size_t>(PlaceId, Value)> put;
  /// The last step that took such a token from the place; none: no step did.
  std::function<std::optional<std::size_t>(PlaceId, Value)> took;
};

/// "Grant (c = 2)".
std::string ToString(const Engine& engine, const NearBinding& near);

/// "needs 1`(2, 8080) on Accepted; there is 1`(2, 8081) since step 14". A clause without subject.
std::string ToString(Engine& engine, const Marking& marking, const NearBinding& near,
                     const Obstacle& obstacle, const History& history = {});

/// How unlike the tokens that it lacks are to those that are there: a number to order bindings by
/// that have as many obstacles.
std::size_t Distance(const Engine& engine, const Marking& marking, const NearBinding& near);

}  // namespace cpn::why
