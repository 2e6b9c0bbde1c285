// Steps of a run as a graph in text: nodes across, steps down, messages as arrows between nodes.
//
//            client      server
//      1     *           |          Acquire (id 1)
//   >  2     o---------->*          Acquire from step 1
//      3     |           X          crash
//
// Thread safety: plain values.
// Source: Killian, Anderson, Jhala, Vahdat (NSDI 2007): the event graph of Mdb.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace cpngen {

/// What happens in a step at one node, or from one to another.
struct GraphEvent {
  std::size_t step = 0;
  bool is_now = false;  ///< it is the present one
  std::string from = {};
  std::string to = {};  ///< the same: nothing is sent
  std::string text = {};
  std::string fault = {};  ///< "crash", "restart", "lose", ...; empty: none
};

class EventGraph {
 public:
  /// Nodes that come first, from left to right; others follow in the order of their events.
  explicit EventGraph(const std::vector<std::string>& nodes);

  void Add(GraphEvent event);
  std::string Text() const;

 private:
  std::size_t LaneOf(const std::string& node);

  struct Row {
    GraphEvent event;
    std::size_t from = 0;
    std::size_t to = 0;
  };
  std::vector<std::string> nodes_;
  std::vector<Row> rows_;
};

}  // namespace cpngen
