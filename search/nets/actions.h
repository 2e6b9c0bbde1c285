// What fairness speaks of in a net: binding elements that count as one action, and what runs that
// go on for ever owe it.
//
// Without variables in a transition's fairness its binding elements are one action; with some, each
// choice of their values is. Numbers are given as elements are met, those of transitions first;
// they mean nothing beyond one Actions.
// Thread safety: none.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "cpn/engine/engine.h"
#include "search/system.h"

namespace search::nets {

class Actions {
 public:
  /// `engine` must outlive it.
  explicit Actions(const cpn::Engine* engine) : engine_(engine) {}

  std::uint32_t Of(cpn::BindingElementId element);
  /// What the model says of the action's transition.
  Fairness OwedTo(std::uint32_t action) const;

 private:
  const cpn::Engine* engine_;
  std::vector<std::uint32_t> of_element_;                        // one more; 0: not known yet
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_;  // by transition and values
  std::vector<cpn::TransitionId> transition_of_;                 // of actions beyond transitions
};

}  // namespace search::nets
