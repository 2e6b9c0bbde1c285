// Which events of a log happened before which: all of them in a row, those of each node in a row,
// or as vector clocks say.
//
// A cut is a beginning of each node's row. An event may be next behind a cut when all that happened
// before it is in the cut.
// Plain values.
// Source: Mattern, "Virtual time and global states of distributed systems" (1989).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "conformance/log_mapping.h"

namespace conformance {

enum class OrderKind : std::uint8_t {
  kFile,   ///< as the file has them
  kNode,   ///< only those of one node are ordered
  kClock,  ///< vector clocks order those of different nodes
};

class EventOrder {
 public:
  /// Numbers of events of each row that are in a cut.
  using Cut = std::vector<std::uint32_t>;

  /// Throws ClockError when the clock of a node's event is less than that of the one before it, or
  /// lacks the node itself.
  EventOrder(const std::vector<LoggedEvent>& events, OrderKind kind);

  struct ClockError {
    std::size_t line = 0;
    std::string what;
  };

  std::size_t rows() const { return rows_.size(); }
  const std::string& RowName(std::size_t row) const { return names_[row]; }
  /// Indices of the events that may be next, in the order of the file.
  std::vector<std::size_t> Next(const Cut& cut) const;
  std::size_t RowOf(std::size_t event) const { return row_of_[event]; }

 private:
  void ReadClocks(const std::vector<LoggedEvent>& events);

  std::vector<std::string> names_;
  std::vector<std::vector<std::size_t>> rows_;
  std::vector<std::size_t> row_of_;  // by event
  std::vector<Cut> needs_;           // by event: what must be in the cut; empty: nothing
};

}  // namespace conformance
