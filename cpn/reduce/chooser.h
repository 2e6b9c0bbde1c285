// Chooses, marking by marking, the binding elements that need to occur: the enabled ones of a
// stubborn set, of those that the closure algorithm finds one with the fewest.
//
// The choice depends on the marking and the net alone: on no order of what was met.
// Thread safety: one chooser per worker; what it shares is only read.
// Source: Valmari, "Stubborn sets for reduced state space generation" (1990).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpn/engine/marking.h"

namespace cpn::reduce {

/// The tokens of one marking. Tokens of a place have small numbers, which keep their meaning.
class TokenView {
 public:
  virtual ~TokenView() = default;
  /// Appends the numbers of the tokens of `place`, each once.
  virtual void AppendTokens(PlaceId place, std::vector<std::uint32_t>& tokens) const = 0;
  virtual Value ValueOf(PlaceId place, std::uint32_t token) const = 0;
};

class Chooser {
 public:
  virtual ~Chooser() = default;
  /// Of binding elements which are all that are enabled in a marking, of one priority: by position,
  /// must it occur? Valid until the next call. At least one must.
  virtual const std::vector<bool>& Choose(std::span<const BindingElementId> enabled,
                                          const TokenView& marking) = 0;
};

}  // namespace cpn::reduce
