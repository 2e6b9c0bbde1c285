// The model failed in a marking that an exploration had reached: the error, and how to get there.
//
// Thrown by value, caught by reference.
#pragma once

#include <utility>
#include <vector>

#include "cpn/engine/marking.h"
#include "cpn/values/error.h"

namespace cpn {

/// As the ModelError that it is made of; it knows a run, too.
class ExplorationError : public ModelError {
 public:
  ExplorationError(const ModelError& error, std::vector<BindingElementId> steps)
      : ModelError(error), steps_(std::move(steps)) {}

  /// A shortest run from the initial marking to where the model fails, in binding elements of the
  /// engine that explored: to the marking of which the enabled binding elements, or what they lead
  /// to, cannot be computed, or of which a state function has no answer.
  const std::vector<BindingElementId>& steps() const { return steps_; }

 private:
  std::vector<BindingElementId> steps_;
};

}  // namespace cpn
