#include "generator/prefix_cases.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "generator/condensation.h"

namespace generator {
namespace {

constexpr std::uint64_t kFar = std::numeric_limits<std::uint64_t>::max();

class PrefixFamilies {
 public:
  PrefixFamilies(const ContractedGraph& contracted, const CaseItems& items, std::uint64_t least,
                 const std::vector<bool>& is_stimulus, CaseSet& cases)
      : graph_(contracted.graph), items_(items), least_(least), cases_(cases) {
    for (const std::vector<ObservationId>& label : graph_.labels) {
      longest_ = std::max<std::uint64_t>(longest_, label.size());
      feeds_.push_back(std::any_of(label.begin(), label.end(),
                                   [&](ObservationId id) { return is_stimulus[id]; }));
    }
    FindDistances(contracted.initial);
  }

  CaseFamily Of(std::uint32_t node) {
    layers_.assign(longest_ + 1, std::vector<CaseFamily>(graph_.nodes()));
    FillLast(layers_[0]);
    for (std::uint64_t open = 1; open <= least_; ++open) Fill(open);
    return Layer(least_)[node];
  }

 private:
  /// F(., open); only the last few are kept.
  std::vector<CaseFamily>& Layer(std::uint64_t open) { return layers_[open % layers_.size()]; }

  /// How many observations are made on the way to each node, at least; kFar: more than `least_`.
  void FindDistances(std::uint32_t initial) {
    distances_.assign(graph_.nodes(), kFar);
    std::vector<std::pair<std::uint64_t, std::uint32_t>> heap{{0, initial}};  // nearest first
    while (!heap.empty()) {
      std::pop_heap(heap.begin(), heap.end(), std::greater<>());
      const auto [distance, node] = heap.back();
      heap.pop_back();
      if (distance >= distances_[node]) continue;
      distances_[node] = distance;
      for (const ObservedArc& arc : graph_.Out(node)) {
        const std::uint64_t next = distance + graph_.labels[arc.label].size();
        if (next > least_ || next >= distances_[arc.target]) continue;
        heap.emplace_back(next, arc.target);
        std::push_heap(heap.begin(), heap.end(), std::greater<>());
      }
    }
  }

  CaseFamily Along(const ObservedArc& arc, const std::vector<CaseFamily>& targets) {
    return cases_.Extend(targets[arc.target], items_.OfLabel(arc.label));
  }

  /// When no observations are left to be made: what is observed without stimuli.
  void FillLast(std::vector<CaseFamily>& layer) {
    const Components components = cpn::FindComponents(
        graph_, [this](std::uint32_t, const ObservedArc& arc) { return !feeds_[arc.label]; });
    const CaseFamily ends = cases_.families().EmptyCase();
    std::vector<bool> endless(components.count);  // observes responses for ever
    for (const std::uint32_t node : SinksFirst(components)) {
      const std::uint32_t own = components.of_node[node];
      for (const ObservedArc& arc : graph_.Out(node)) {
        const std::uint32_t next = components.of_node[arc.target];
        if (!feeds_[arc.label] && (next == own || endless[next])) endless[own] = true;
      }
      if (endless[own]) {
        layer[node] = ends;
        continue;
      }
      CaseFamily family;
      for (const ObservedArc& arc : graph_.Out(node)) {
        if (!feeds_[arc.label]) family = cases_.families().Union(family, Along(arc, layer));
      }
      layer[node] = family == CaseFamily{} ? ends : family;
    }
  }

  /// Nodes by component, so that arcs lead to earlier components.
  static std::vector<std::uint32_t> SinksFirst(const Components& components) {
    std::vector<std::uint32_t> nodes(components.of_node.size());
    for (std::uint32_t node = 0; node < nodes.size(); ++node) nodes[node] = node;
    std::stable_sort(nodes.begin(), nodes.end(), [&](std::uint32_t a, std::uint32_t b) {
      return components.of_node[a] < components.of_node[b];
    });
    return nodes;
  }

  /// Contracted nodes are numbered so that silent arcs lead to smaller ones.
  void Fill(std::uint64_t open) {
    std::vector<CaseFamily>& layer = Layer(open);
    for (std::uint32_t node = 0; node < graph_.nodes(); ++node) {
      layer[node] = CaseFamily{};
      if (distances_[node] > least_ - open) continue;
      if (graph_.Out(node).empty()) layer[node] = cases_.families().EmptyCase();
      for (const ObservedArc& arc : graph_.Out(node)) {
        const std::uint64_t made = std::min<std::uint64_t>(open, graph_.labels[arc.label].size());
        layer[node] = cases_.families().Union(layer[node], Along(arc, Layer(open - made)));
      }
    }
  }

  const ObservedGraph& graph_;
  const CaseItems& items_;
  const std::uint64_t least_;
  CaseSet& cases_;
  std::uint64_t longest_ = 1;  ///< observations of an arc
  std::vector<bool> feeds_;    ///< by label: there is a stimulus in it
  std::vector<std::uint64_t> distances_;
  std::vector<std::vector<CaseFamily>> layers_;
};

}  // namespace

CaseSet FindPrefixCases(const ObservedGraph& graph, CaseOrder order, std::uint64_t least,
                        const std::vector<bool>& is_stimulus) {
  const ContractedGraph contracted = ContractSilentCycles(graph);
  const CaseItems items(contracted.graph, contracted.initial);
  CaseSet cases(order, items);
  cases.SetCases(
      PrefixFamilies(contracted, items, least, is_stimulus, cases).Of(contracted.initial));
  return cases;
}

}  // namespace generator
