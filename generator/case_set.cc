#include "generator/case_set.h"

#include <algorithm>
#include <deque>
#include <limits>

namespace generator {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

}  // namespace

CaseItems::CaseItems(const ObservedGraph& graph, std::uint32_t initial)
    : of_label_(graph.labels.size()) {
  std::vector<bool> seen(graph.nodes(), false);
  std::deque<std::uint32_t> waiting{initial};
  seen[initial] = true;
  while (!waiting.empty()) {
    for (const ObservedArc& arc : graph.Out(waiting.front())) {
      Number(graph, arc.label);
      if (seen[arc.target]) continue;
      seen[arc.target] = true;
      waiting.push_back(arc.target);
    }
    waiting.pop_front();
  }
}

CaseItems::CaseItems(const std::vector<std::vector<ObservationId>>& labels) : of_label_(labels) {
  for (const std::vector<ObservationId>& label : labels) {
    for (const ObservationId id : label) {
      while (observations_.size() <= id) {
        observations_.push_back(static_cast<ObservationId>(observations_.size()));
      }
    }
  }
}

void CaseItems::Number(const ObservedGraph& graph, LabelId label) {
  if (!of_label_[label].empty()) return;
  for (const ObservationId observation : graph.labels[label]) {
    if (item_of_.size() <= observation) item_of_.resize(observation + 1, kNone);
    if (item_of_[observation] == kNone) {
      item_of_[observation] = static_cast<std::uint32_t>(observations_.size());
      observations_.push_back(observation);
    }
    of_label_[label].push_back(item_of_[observation]);
  }
}

CaseFamily CaseSet::Extend(CaseFamily family, const std::vector<CaseFamilies::Item>& label) {
  for (auto item = label.rbegin(); item != label.rend(); ++item) {
    family = families_.Extend(family, *item);
  }
  return family;
}

void CaseSet::ForEach(const std::function<void(std::span<const ObservationId>)>& visit) const {
  std::vector<ObservationId> observed;
  families_.ForEach(cases_, [&](std::span<const CaseFamilies::Item> items) {
    observed.clear();
    for (const CaseFamilies::Item item : items) observed.push_back(observations_[item]);
    if (order_ == CaseOrder::kSet) std::sort(observed.begin(), observed.end());
    visit(observed);
  });
}

}  // namespace generator
