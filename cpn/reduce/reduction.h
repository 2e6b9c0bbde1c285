// Which reductions an exploration may use. Plain data.
#pragma once

#include <cstdint>
#include <vector>

#include "cpn/net/net.h"

namespace cpn {

namespace symmetry {
class Symmetry;
}

/// What a reduced state space leaves out, and what must be seen in it all the same.
struct ReductionOptions {
  /// Fire stubborn sets only (cpn/reduce/chooser.h): dead markings are kept, and which binding
  /// elements occur on the way to them, in some order.
  bool stubborn = false;
  /// With `stubborn`: transitions whose order among each other is kept, ascending.
  std::vector<TransitionId> visible;
  /// With `stubborn`: transitions of whose binding elements all values matter, and not only those
  /// that decide what they do to the net, ascending.
  std::vector<TransitionId> told;

  /// Explore one marking of each orbit of this symmetry of the net; null: all markings. Must
  /// outlive the exploration. It then throws symmetry::EffortExceeded, too.
  const symmetry::Symmetry* symmetry = nullptr;

  bool any() const { return stubborn || symmetry != nullptr; }
};

}  // namespace cpn
