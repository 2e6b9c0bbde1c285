// The seam between the engine and the language of inscriptions: the engine knows functions by id
// and what they read; an Evaluator (cpn/lua, or a C++ lambda table in tests) runs them.
//
// Contract for implementations: calls are pure (same arguments, same result, no side effects); an
// error in the inscription throws ModelError naming the inscription's source line and the
// arguments.
// Thread safety: one Evaluator per worker.
#pragma once

#include <span>
#include <vector>

#include "cpn/values/colour_set.h"
#include "cpn/values/multiset.h"
#include "cpn/values/value.h"

namespace cpn {

class Evaluator {
 public:
  virtual ~Evaluator() = default;

  /// Runs a guard or predicate on the values of the variables it reads, in the order of
  /// Function::parameters.
  virtual bool Test(FunctionId function, std::span<const Value> arguments) = 0;
  /// Runs an inscription that yields one colour of `type`.
  /// Throws ModelError when the result is not a colour of `type`.
  virtual Value Compute(FunctionId function, std::span<const Value> arguments,
                        ColourSetId type) = 0;
  /// Runs an inscription that yields a multi-set over `type` (nothing, or a list used as multi-set)
  /// and appends its entries to `out`.
  virtual void ComputeMultiSet(FunctionId function, std::span<const Value> arguments,
                               ColourSetId type, std::vector<MultiSetEntry>& out) = 0;
  /// Does the function of one colour yield its argument of that number, a list, with a colour
  /// inserted that depends on the others, so that lists do not tell in which order colours were
  /// inserted? False also where nobody knows.
  virtual bool InsertsInto(FunctionId /*function*/, std::uint32_t /*argument*/) const {
    return false;
  }
};

}  // namespace cpn
