// The seam between the checker and the language of state formulas: the checker knows predicates
// over markings by id; an implementation (cpn/lua, or C++ lambdas in tests) runs them.
//
// Contract for implementations: calls are pure. Which place a function looks at next depends only
// on what it saw before, so its result may be remembered under the place markings that it read
// (cpn/ctl/state_function_memo.h). Thread safety: one thread at a time.
#pragma once

#include <vector>

#include "cpn/ctl/formula.h"
#include "cpn/net/net.h"
#include "cpn/values/multiset.h"

namespace cpn::ctl {

/// A marking that is looked at place by place.
class MarkingView {
 public:
  virtual ~MarkingView() = default;
  virtual MultiSet At(PlaceId place) const = 0;
};

class StateFunctions {
 public:
  virtual ~StateFunctions() = default;

  /// Is the predicate true of `marking`? Appends the places that it read to `reads`, each once, in
  /// the order of the first looks. Throws ModelError when the function fails, or yields what is
  /// neither true nor false.
  virtual bool Holds(StateFunctionId function, const MarkingView& marking,
                     std::vector<PlaceId>& reads) = 0;
  /// Where the function stands in the model.
  virtual SourceLocation Where(StateFunctionId function) const = 0;
};

}  // namespace cpn::ctl
