#include "search/nets/actions.h"

#include <utility>

namespace search::nets {

std::uint32_t Actions::Of(cpn::BindingElementId id) {
  if (id >= of_element_.size()) of_element_.resize(id + std::size_t{1});
  if (of_element_[id] != 0) return of_element_[id] - 1;
  const cpn::BindingElement element = engine_->Element(id);
  const auto& transitions = engine_->net().transitions();
  const cpn::Fairness& fairness = transitions[element.transition].declaration->fairness;
  std::uint32_t action = element.transition;
  if (!fairness.apart.empty()) {
    std::vector<std::uint32_t> key = {element.transition};
    for (const std::uint32_t variable : fairness.apart) {
      key.push_back(element.binding[variable].id);
    }
    const auto next = static_cast<std::uint32_t>(transitions.size() + transition_of_.size());
    const auto [at, fresh] = numbers_.emplace(std::move(key), next);
    if (fresh) transition_of_.push_back(element.transition);
    action = at->second;
  }
  of_element_[id] = action + 1;
  return action;
}

Fairness Actions::OwedTo(std::uint32_t action) const {
  const auto& transitions = engine_->net().transitions();
  const cpn::TransitionId transition =
      action < transitions.size() ? action : transition_of_[action - transitions.size()];
  switch (transitions[transition].declaration->fairness.kind) {
    case cpn::Fairness::Kind::kNone:
      return Fairness::kNone;
    case cpn::Fairness::Kind::kWeak:
      return Fairness::kWeak;
    case cpn::Fairness::Kind::kStrong:
      return Fairness::kStrong;
  }
  return Fairness::kNone;
}

}  // namespace search::nets
