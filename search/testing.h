// Systems that are small graphs, and what is true of them by looking at all of it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/random.h"
#include "search/crew.h"
#include "search/search.h"
#include "search/system.h"

namespace search::testing {

inline SearchResult SearchWith(Crew& crew, const SearchOptions& options) {
  SearchResult result;
  Search(crew, options, result);
  return result;
}

struct Graph {
  std::vector<std::vector<std::uint32_t>> next;     ///< by state, the targets of its steps
  std::vector<Properties> live;                     ///< by state
  std::vector<Properties> violated;                 ///< by state
  std::vector<std::vector<std::uint32_t>> weights;  ///< as `next`; empty: all are 1

  explicit Graph(std::size_t states) : next(states), live(states), violated(states) {}
};

class GraphSystem : public System {
 public:
  explicit GraphSystem(const Graph* graph, bool looks) : graph_(graph), looks_(looks) {}

  void Restart() override {
    state_ = 0;
    violated_ = graph_->violated[0];
  }
  std::uint32_t Options() override {
    return static_cast<std::uint32_t>(graph_->next[state_].size());
  }
  std::optional<Choice> Pick(base::Random& random) override {
    if (graph_->weights.empty()) return random.Below(Options());
    std::uint32_t sum = 0;
    for (const std::uint32_t weight : graph_->weights[state_]) sum += weight;
    if (sum == 0) return std::nullopt;
    std::uint32_t left = random.Below(sum);
    Choice choice = 0;
    while (left >= graph_->weights[state_][choice]) left -= graph_->weights[state_][choice++];
    return choice;
  }
  void Take(Choice choice) override {
    state_ = graph_->next[state_].at(choice);
    violated_ |= graph_->violated[state_];
  }
  Properties Live() override { return graph_->live[state_]; }
  Properties Violated() override { return violated_; }
  StateKey Key() override { return {0, state_}; }
  Fate FateOf(std::size_t property, std::uint64_t states, Choices& recovery) override {
    if (!looks_) return Fate::kOpen;
    struct Met {
      std::uint32_t state;
      std::size_t from;
      Choice choice;
    };
    std::vector<Met> met{{state_, 0, 0}};
    std::vector<bool> known(graph_->next.size());
    known[state_] = true;
    for (std::size_t i = 0; i < met.size(); ++i) {
      if ((graph_->live[met[i].state] >> property & 1) != 0) {
        Choices back;
        for (std::size_t at = i; at != 0; at = met[at].from) back.push_back(met[at].choice);
        recovery.insert(recovery.end(), back.rbegin(), back.rend());
        return Fate::kRecovers;
      }
      for (Choice c = 0; c < graph_->next[met[i].state].size(); ++c) {
        const std::uint32_t target = graph_->next[met[i].state][c];
        if (known[target]) continue;
        if (met.size() == states) return Fate::kOpen;
        known[target] = true;
        met.push_back({target, i, c});
      }
    }
    return Fate::kDead;
  }
  std::uint32_t state() const { return state_; }

 private:
  const Graph* graph_;
  bool looks_;
  std::uint32_t state_ = 0;
  Properties violated_ = 0;
};

inline Crew CrewOf(const Graph& graph, std::size_t workers = 1, bool looks = false) {
  std::vector<std::unique_ptr<System>> systems;
  for (std::size_t w = 0; w < workers; ++w) {
    systems.push_back(std::make_unique<GraphSystem>(&graph, looks));
  }
  return Crew(std::move(systems));
}

/// By state: does no path from it come to where the property holds?
inline std::vector<bool> DeadStates(const Graph& graph, std::size_t property) {
  std::vector<bool> dead(graph.next.size(), true);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t s = 0; s < dead.size(); ++s) {
      if (!dead[s]) continue;
      bool recovers = (graph.live[s] >> property & 1) != 0;
      for (const std::uint32_t target : graph.next[s]) recovers |= !dead[target];
      if (recovers) {
        dead[s] = false;
        changed = true;
      }
    }
  }
  return dead;
}

/// The states of an execution, the first one included.
inline std::vector<std::uint32_t> StatesOf(const Graph& graph, const Choices& choices) {
  std::vector<std::uint32_t> states{0};
  for (const Choice choice : choices) states.push_back(graph.next[states.back()].at(choice));
  return states;
}

/// Up to 40 states with up to 4 steps each; some are live, some have no step.
inline Graph RandomGraph(std::uint64_t seed) {
  base::Random random(seed);
  Graph graph(2 + random.Below(39));
  const auto states = static_cast<std::uint32_t>(graph.next.size());
  const std::uint32_t one_in = 2 + random.Below(10);
  for (std::uint32_t s = 0; s < states; ++s) {
    const std::uint32_t steps = random.Below(5);
    for (std::uint32_t i = 0; i < steps; ++i) graph.next[s].push_back(random.Below(states));
    if (random.Below(one_in) == 0) graph.live[s] = 1;
    if (random.Below(one_in) == 0) graph.live[s] |= 2;
  }
  return graph;
}

}  // namespace search::testing
