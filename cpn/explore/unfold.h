// Runs of the whole state space from runs of its orbits: a path along representatives goes from
// orbit to orbit, and each of its steps is a step of the representative; the run that it stands
// for begins with the initial marking and takes, where it is, the permuted steps.
//
// Invariant: marking() is the image under `back` of the representative where the path is.
// Thread safety: as Engine.
// Source: Emerson and Sistla, "Symmetry and model checking" (1996).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cpn/engine/engine.h"
#include "cpn/symmetry/symmetry.h"

namespace cpn::explore {

/// The binding that a permutation makes of that of `element`; indexed like it.
std::vector<Value> ImageOf(const symmetry::Symmetry& symmetry,
                           const symmetry::Permutation& permutation, const BindingElement& element);

class Unfolder {
 public:
  /// Both must outlive it. Begins in the initial marking.
  Unfolder(Engine* engine, const symmetry::Symmetry* symmetry);

  /// Takes the step of the whole space that `element`, a step of the representative, stands for,
  /// and returns it. Requires that it is one.
  BindingElementId Step(BindingElementId element);
  const Marking& marking() const { return marking_; }

 private:
  BindingElementId Find(BindingElementId element, const Marking& after);

  Engine* engine_;
  const symmetry::Symmetry* symmetry_;
  Marking representative_;
  Marking marking_;
  symmetry::Permutation back_;
};

/// The steps of the run that a path of representatives from the initial marking stands for.
std::vector<BindingElementId> UnfoldRun(Engine& engine, const symmetry::Symmetry& symmetry,
                                        std::span<const BindingElementId> path);

}  // namespace cpn::explore
