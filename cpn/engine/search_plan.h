// In which order the search for a transition's bindings does its steps: a check comes as soon as
// what it reads is bound, so that partial bindings without future end early.
//
// The order of the matched terms depends on how many tokens their places hold (fewest first); the
// result of the search does not, since it is sorted. Plans are made once per order and kept.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "cpn/engine/compiled_transition.h"
#include "cpn/engine/marking.h"

namespace cpn {

struct SearchStep {
  enum class Kind : std::uint8_t {
    kMatch,      ///< take a token for a matched term
    kLookUp,     ///< the same, all variables bound and no wildcard: one candidate
    kCompute,    ///< a computed term's tokens must be there
    kLet,        ///< bind, or compare when bound
    kGuard,      ///< must hold
    kInhibitor,  ///< must not disable
    kFree,       ///< range over the colour set of a variable
  };
  Kind kind = Kind::kMatch;
  std::uint32_t index = 0;  ///< into the CompiledTransition's list; kFree: the variable
};

using SearchPlan = std::vector<SearchStep>;

class SearchPlans {
 public:
  explicit SearchPlans(const CompiledTransition* transition) : transition_(transition) {}

  /// The plan for this marking.
  const SearchPlan& For(const Marking& marking, const MultiSetStore& multisets);

 private:
  using Order = std::vector<std::uint32_t>;

  Order ChooseOrder(const Marking& marking, const MultiSetStore& multisets) const;

  const CompiledTransition* transition_;
  std::map<Order, SearchPlan> plans_;
};

}  // namespace cpn
