#include "generator/case_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "generator/case_progress.h"
#include "generator/condensation.h"
#include "generator/limit_reached.h"

namespace generator {
namespace {

using cpn::lua::CaseOrder;

constexpr std::size_t kMaxStates = 20'000'000;
constexpr std::uint32_t kGone = std::numeric_limits<std::uint32_t>::max();

/// A run on the way: where it is, and what of the case it has observed.
struct Position {
  std::uint32_t node = 0;
  std::uint32_t progress = 0;
  std::uint64_t made = 0;  ///< observations, up to `least`; 0 where whole runs are asked for
  friend bool operator==(const Position&, const Position&) = default;
};

struct PositionHash {
  std::size_t operator()(const Position& p) const {
    std::uint64_t h = (std::uint64_t{p.node} << 32 | p.progress) * 0x9e3779b97f4a7c15u;
    h = (h ^ (h >> 29) ^ p.made) * 0xbf58476d1ce4e5b9u;
    return h ^ (h >> 32);
  }
};

}  // namespace

/// Where runs end, whatever the case.
class CaseRunFinder::Ends {
 public:
  Ends(const ObservedGraph& graph, std::uint64_t least, std::vector<bool> is_stimulus)
      : graph_(graph) {
    if (least == 0) {
      FindTerminalComponents();
      return;
    }
    for (const std::vector<ObservationId>& label : graph.labels) {
      feeds_.push_back(std::any_of(label.begin(), label.end(),
                                   [&](ObservationId id) { return is_stimulus[id]; }));
    }
    FindQuiet();
  }

  /// Of whole runs: the terminal component, with arcs, of a node; null when it is in none.
  const std::vector<std::uint32_t>* Terminal(std::uint32_t node) const {
    const std::uint32_t component = components_.of_node[node];
    return terminal_[component] ? &members_[component] : nullptr;
  }
  bool IsDead(std::uint32_t node) const { return graph_.Out(node).empty(); }

  // Of runs that end with enough observations.

  bool Feeds(LabelId label) const { return feeds_[label]; }
  /// Nothing can be observed any more, and no other marking that could be told apart is ahead.
  bool IsOver(std::uint32_t node) const { return over_[silent_.of_node[node]]; }
  /// The same without stimuli.
  bool IsAnswered(std::uint32_t node) const { return answered_[silent_.of_node[node]]; }
  /// Without stimuli, responses could be observed for ever.
  bool IsEndless(std::uint32_t node) const { return endless_[unfed_.of_node[node]]; }

 private:
  void FindTerminalComponents() {
    components_ = generator::FindComponents(graph_, ArcSelection::kAll);
    terminal_.assign(components_.count, true);
    members_.resize(components_.count);
    for (std::uint32_t node = 0; node < graph_.nodes(); ++node) {
      const std::uint32_t component = components_.of_node[node];
      if (graph_.Out(node).empty()) terminal_[component] = false;
      for (const ObservedArc& arc : graph_.Out(node)) {
        if (components_.of_node[arc.target] != component) terminal_[component] = false;
      }
    }
    for (std::uint32_t node = 0; node < graph_.nodes(); ++node) {
      const std::uint32_t component = components_.of_node[node];
      if (terminal_[component]) members_[component].push_back(node);
    }
  }

  void FindQuiet() {
    silent_ = generator::FindComponents(graph_, ArcSelection::kSilentOnly);
    over_.assign(silent_.count, true);
    answered_.assign(silent_.count, true);
    unfed_ = cpn::FindComponents(
        graph_, [this](std::uint32_t, const ObservedArc& arc) { return !feeds_[arc.label]; });
    endless_.assign(unfed_.count, false);
    std::vector<std::uint32_t> nodes(graph_.nodes());
    for (std::uint32_t node = 0; node < graph_.nodes(); ++node) nodes[node] = node;
    std::stable_sort(nodes.begin(), nodes.end(), [&](std::uint32_t a, std::uint32_t b) {
      return unfed_.of_node[a] < unfed_.of_node[b];
    });
    for (const std::uint32_t node : nodes) {  // what unfed arcs lead to comes first
      for (const ObservedArc& arc : graph_.Out(node)) {
        if (arc.label == kSilent && silent_.of_node[arc.target] == silent_.of_node[node]) continue;
        over_[silent_.of_node[node]] = false;
        if (feeds_[arc.label]) continue;
        answered_[silent_.of_node[node]] = false;
        const std::uint32_t own = unfed_.of_node[node];
        const std::uint32_t next = unfed_.of_node[arc.target];
        if (next == own || endless_[next]) endless_[own] = true;
      }
    }
  }

  const ObservedGraph& graph_;
  Components components_;
  std::vector<bool> terminal_;                       ///< by component
  std::vector<std::vector<std::uint32_t>> members_;  ///< of terminal ones
  std::vector<bool> feeds_;                          ///< by label: there is a stimulus in it
  Components silent_;
  Components unfed_;                   ///< of the arcs without stimuli
  std::vector<bool> over_, answered_;  ///< by component of silent arcs
  std::vector<bool> endless_;          ///< by component of arcs without stimuli
};

namespace {

/// Leaves the states from which one that ends can be reached; numbers keep their order.
CaseRuns Trim(const CaseRuns& all) {
  std::vector<std::vector<std::uint32_t>> sources(all.states.size());
  for (const CaseRuns::Step& step : all.steps) sources[step.to].push_back(step.from);
  std::vector<bool> kept(all.states.size(), false);
  std::vector<std::uint32_t> waiting;
  const auto keep = [&](std::uint32_t state) {
    if (kept[state]) return;
    kept[state] = true;
    waiting.push_back(state);
  };
  for (std::uint32_t state = 0; state < all.states.size(); ++state) {
    if (all.states[state].ends) keep(state);
  }
  while (!waiting.empty()) {
    const std::uint32_t state = waiting.back();
    waiting.pop_back();
    for (const std::uint32_t source : sources[state]) keep(source);
  }
  CaseRuns trimmed;
  std::vector<std::uint32_t> numbers(all.states.size(), kGone);
  for (std::uint32_t state = 0; state < all.states.size(); ++state) {
    if (!kept[state]) continue;
    numbers[state] = static_cast<std::uint32_t>(trimmed.states.size());
    trimmed.states.push_back(all.states[state]);
  }
  for (const CaseRuns::Step& step : all.steps) {
    if (!kept[step.from] || !kept[step.to]) continue;
    trimmed.steps.push_back({numbers[step.from], numbers[step.to], step.arc});
  }
  return trimmed;
}

}  // namespace

CaseRunFinder::CaseRunFinder(const ObservedGraph& graph, CaseOrder order, std::uint64_t least,
                             std::vector<bool> is_stimulus)
    : graph_(graph),
      order_(order),
      least_(least),
      ends_(std::make_unique<Ends>(graph, least, std::move(is_stimulus))) {}

CaseRunFinder::~CaseRunFinder() = default;

CaseRuns CaseRunFinder::Find(const RawCase& raw) const {
  CaseProgress progress(order_, raw, graph_.labels);
  std::vector<Position> positions;
  std::unordered_map<Position, std::uint32_t, PositionHash> numbers;  // never iterated
  CaseRuns all;
  const auto number_of = [&](const Position& position) {
    const auto [entry, is_new] =
        numbers.emplace(position, static_cast<std::uint32_t>(positions.size()));
    if (is_new) {
      if (positions.size() == kMaxStates) {
        throw LimitReached(
            fmt::format("the runs that show one test case have more than {} states", kMaxStates));
      }
      positions.push_back(position);
      all.states.push_back({position.node});
    }
    return entry->second;
  };

  number_of({});
  for (std::uint32_t state = 0; state < positions.size(); ++state) {
    const Position at = positions[state];
    const bool complete = progress.IsComplete(at.progress);
    const bool enough = least_ > 0 && at.made == least_;
    if (least_ == 0) {
      if (const std::vector<std::uint32_t>* const members = ends_->Terminal(at.node)) {
        // All of the component is observed, however often.
        std::optional<std::uint32_t> last = at.progress;
        for (const std::uint32_t node : *members) {
          for (const ObservedArc& arc : graph_.Out(node)) {
            if (last) last = progress.After(*last, arc.label);
          }
        }
        all.states[state].ends = last && progress.IsComplete(*last);
        if (all.states[state].ends) all.states[state].component = *members;
        continue;
      }
      all.states[state].ends = complete && ends_->IsDead(at.node);
    } else if (!enough) {
      all.states[state].ends = complete && ends_->IsOver(at.node);
    } else if (ends_->IsEndless(at.node)) {
      all.states[state].ends = complete;
      continue;
    } else {
      all.states[state].ends = complete && ends_->IsAnswered(at.node);
    }
    for (std::uint64_t arc = graph_.first_arc[at.node]; arc < graph_.first_arc[at.node + 1];
         ++arc) {
      const ObservedArc& taken = graph_.arcs[arc];
      if (enough && ends_->Feeds(taken.label)) continue;
      const std::optional<std::uint32_t> after = progress.After(at.progress, taken.label);
      if (!after) continue;
      const std::uint64_t made =
          std::min<std::uint64_t>(least_, at.made + graph_.labels[taken.label].size());
      all.steps.push_back({state, number_of({taken.target, *after, made}), arc});
    }
  }
  CaseRuns runs = Trim(all);
  return runs;
}

}  // namespace generator
