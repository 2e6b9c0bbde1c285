// For tests: nets whose state space is a graph that is written down arc by arc.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cpn/explore/state_space.h"
#include "cpn/testing/testing.h"

namespace cpn::report {

/// Transition `transition` leads from marking `from` to marking `to`.
struct GraphArc {
  std::string transition;
  std::int64_t from = 1;
  std::int64_t to = 1;
};

/// A net whose markings are numbers, the initial one 1, and whose occurrences are the arcs. They
/// must be distinct. Transitions come in the order of their first arcs, then `dead` ones, which
/// never occur.
class GraphNet {
 public:
  explicit GraphNet(const std::vector<GraphArc>& arcs, const std::vector<std::string>& dead = {}) {
    std::int64_t most = 1;
    for (const GraphArc& arc : arcs) most = std::max({most, arc.from, arc.to});
    const ColourSetId node = b_.Range("Node", 1, most);
    const auto at = b_.Top().Place("At", node, b_.Ints({1}));
    std::vector<std::string> names;
    const auto add = [&names](const std::string& name) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    };
    for (const GraphArc& arc : arcs) add(arc.transition);
    for (const std::string& name : dead) add(name);
    for (const std::string& name : names) {
      testing::TransitionBuilder t = b_.Top().Transition(name);
      const Pattern from = t.Var("from", node);
      const Pattern to = t.Var("to", node);
      t.Input(at, {from})
          .Output(at, {to})
          .Guard(b_.TestFunction({"from", "to"}, [this, arcs, name](testing::Arguments a) {
            return std::any_of(arcs.begin(), arcs.end(), [&](const GraphArc& arc) {
              return arc.transition == name && arc.from == b_.values.AsInt(a[0]) &&
                     arc.to == b_.values.AsInt(a[1]);
            });
          }));
    }
  }

  testing::ModelBuilder& builder() { return b_; }

 private:
  testing::ModelBuilder b_;
};

/// The net with its engine and its state space.
struct ExploredGraph {
  explicit ExploredGraph(const std::vector<GraphArc>& arcs,
                         const std::vector<std::string>& dead = {},
                         const ExplorationOptions& options = {})
      : net(arcs, dead), run(net.builder()), space(Explore(run.engine, options)) {}

  GraphNet net;
  testing::RunningNet run;
  StateSpace space;
};

}  // namespace cpn::report
