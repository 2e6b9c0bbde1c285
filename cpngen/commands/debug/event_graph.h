// Steps of a run as a graph in text: nodes across, steps down, messages as slanted arrows from the
// row in which they are sent to the row in which they arrive, so that late ones and those that
// overtake are seen.
//
//            client    server
//      1     o.        |          Acquire (id 1)
//   >  2     | `------>*          Acquire from step 1
//      3     |         X          crash
//
// How it works: a message takes one column a row, or less when there are more rows than columns
// between the nodes; what is left it takes in the row in which it arrives. Messages that leave
// together share their way until one arrives.
// Thread safety: plain values.
// Source: Killian, Anderson, Jhala, Vahdat (NSDI 2007): the event graph of Mdb, drawn our way.
#pragma once

#include <cstddef>
#include <set>
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
  std::size_t sent = 0;    ///< step in which `from` sent what arrives, or is lost; 0: this one
};

class EventGraph {
 public:
  /// Nodes that come first, from left to right; others follow in the order of their events.
  explicit EventGraph(const std::vector<std::string>& nodes);

  /// Steps must grow; those of one step stand in rows of their own.
  void Add(GraphEvent event);
  /// The node has crashed before.
  void AddDown(const std::string& node);
  /// What `from` sends in `step` to `to` arrives behind the last row.
  void AddUnderWay(std::size_t step, const std::string& from, const std::string& to);
  std::string Text() const;

 private:
  struct Row {
    GraphEvent event;
    std::size_t from = 0;
    std::size_t to = 0;
  };
  /// A message on its way: behind row `begin`, which may be the one above the first, to row `end`.
  struct Way {
    std::size_t from = 0;
    std::size_t to = 0;
    std::ptrdiff_t begin = 0;
    std::ptrdiff_t end = 0;
    bool is_sent_here = false;  ///< row `begin` is the step that sent it
    bool is_lost = false;
  };
  class Canvas;

  std::size_t LaneOf(const std::string& node);
  std::size_t Width() const;
  std::vector<Way> Ways() const;
  Way WayOf(std::size_t from, std::size_t to, std::size_t sent, std::size_t end) const;

  std::vector<std::string> nodes_;
  std::vector<Row> rows_;
  std::vector<Row> under_way_;
  std::set<std::size_t> down_;  // lanes that are at the start
};

}  // namespace cpngen
