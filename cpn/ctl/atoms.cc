#include "cpn/ctl/atoms.h"

#include <algorithm>

#include "cpn/explore/exploration_error.h"

namespace cpn::ctl {

bool Matches(const Engine& engine, const ArcPattern& pattern, BindingElementId element) {
  const BindingElement e = engine.Element(element);
  const Transition& transition = engine.net().transitions()[e.transition];
  return transition.module == pattern.module && transition.index == pattern.transition &&
         std::ranges::all_of(pattern.values,
                             [&](const auto& v) { return e.binding[v.first] == v.second; });
}

const Bits& Atoms::StateFunction(StateFunctionId function) {
  if (function >= state_functions_.size()) state_functions_.resize(function + std::size_t{1});
  std::unique_ptr<Bits>& known = state_functions_[function];
  if (known) return *known;
  const auto nodes = static_cast<NodeId>(space_->nodes());
  Bits bits(nodes);
  for (NodeId node = 0; node < nodes; ++node) {
    const auto at = [&](PlaceId place) { return space_->MarkingOf(node, place); };
    try {
      if (memo_->Holds(function, at)) bits.Set(node);
    } catch (const ModelError& error) {
      throw ExplorationError(error, ShortestRun(*space_, node));
    }
  }
  known = std::make_unique<Bits>(std::move(bits));
  return *known;
}

Bits Atoms::Arcs(const Graph& graph, const ArcPattern& pattern) const {
  enum class Answer : std::uint8_t { kUnknown, kNo, kYes };
  std::vector<Answer> answers;  // by binding element: there are far fewer than arcs
  const auto matches = [&](BindingElementId element) {
    if (element == kNoElement) return false;
    if (element >= answers.size()) answers.resize(element + std::size_t{1});
    Answer& answer = answers[element];
    if (answer == Answer::kUnknown) {
      answer = Matches(*engine_, pattern, element) ? Answer::kYes : Answer::kNo;
    }
    return answer == Answer::kYes;
  };
  Bits arcs(graph.arcs());
  ArcId id = 0;
  for (NodeId node = 0; node < graph.expanded(); ++node) {
    for (const StateArc& arc : graph.Out(node)) {
      if (matches(arc.element)) arcs.Set(id);
      ++id;
    }
  }
  return arcs;
}

}  // namespace cpn::ctl
