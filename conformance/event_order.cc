#include "conformance/event_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace conformance {

EventOrder::EventOrder(const std::vector<LoggedEvent>& events, OrderKind kind) {
  std::map<std::string, std::size_t> numbers;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const std::string& node = kind == OrderKind::kFile ? "" : events[i].seen.node;
    const auto [entry, is_new] = numbers.emplace(node, rows_.size());
    if (is_new) {
      rows_.emplace_back();
      names_.push_back(node);
    }
    rows_[entry->second].push_back(i);
    row_of_.push_back(entry->second);
  }
  needs_.resize(events.size());
  if (kind == OrderKind::kClock) ReadClocks(events);
}

/// An event of another node happened before it when its own count there is not more than what the
/// clock has of that node.
void EventOrder::ReadClocks(const std::vector<LoggedEvent>& events) {
  std::vector<std::vector<std::uint64_t>> counts(rows_.size());  // by row: each event's own count
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto own = events[i].clock.find(events[i].seen.node);
    std::vector<std::uint64_t>& row = counts[row_of_[i]];
    if (own == events[i].clock.end()) {
      throw ClockError{
          events[i].seen.step,
          fmt::format("its clock has no count of {}, its own node", events[i].seen.node)};
    }
    if (!row.empty() && own->second < row.back()) {
      throw ClockError{events[i].seen.step,
                       fmt::format("its clock has {} for {}, its own node, which had {} before",
                                   own->second, events[i].seen.node, row.back())};
    }
    row.push_back(own->second);
  }
  for (std::size_t i = 0; i < events.size(); ++i) {
    needs_[i].assign(rows_.size(), 0);
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const auto entry = events[i].clock.find(names_[row]);
      if (row == row_of_[i] || entry == events[i].clock.end()) continue;
      const auto end = std::upper_bound(counts[row].begin(), counts[row].end(), entry->second);
      needs_[i][row] = static_cast<std::uint32_t>(end - counts[row].begin());
    }
  }
}

std::vector<std::size_t> EventOrder::Next(const Cut& cut) const {
  std::vector<std::size_t> next;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    if (cut[row] == rows_[row].size()) continue;
    const std::size_t event = rows_[row][cut[row]];
    const Cut& needs = needs_[event];
    bool ready = true;
    for (std::size_t other = 0; other < needs.size() && ready; ++other) {
      ready = needs[other] <= cut[other];
    }
    if (ready) next.push_back(event);
  }
  std::sort(next.begin(), next.end());
  return next;
}

}  // namespace conformance
