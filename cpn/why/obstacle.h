// What keeps a binding from being enabled.
//
// Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cpn/engine/engine.h"

namespace cpn::why {

/// One thing that keeps a binding from being enabled.
struct Obstacle {
  enum class Kind : std::uint8_t {
    kToken,      ///< the place does not hold `count` times what the arc takes or tests
    kGuard,      ///< `function` is false
    kLet,        ///< `function` gives `value` for the variable, not what it is bound to
    kInhibitor,  ///< the place holds what it must not
    kPriority,   ///< `element` has a higher priority
  };
  Kind kind = Kind::kToken;
  PlaceId place = 0;
  std::optional<Value> needed;  ///< kToken: without wildcard
  std::string pattern;          ///< kToken: with wildcards, as text
  std::uint64_t count = 1;      ///< kToken: how many are needed, with those for other arcs
  std::uint64_t available = 0;  ///< kToken: how many there are
  FunctionId function = 0;
  std::uint32_t variable = 0;
  std::optional<Value> value;  ///< kLet: what it would be; none: the function fails
  BindingElementId element = 0;
};

}  // namespace cpn::why
