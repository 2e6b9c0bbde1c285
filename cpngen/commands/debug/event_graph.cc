#include "cpngen/commands/debug/event_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace cpngen {
namespace {

constexpr std::size_t kWidest = 16;    // lane
constexpr std::size_t kNarrowest = 6;  // lane

/// The first column of a node that stands nowhere in particular.
constexpr const char* kNowhere = "(net)";

char SignOf(const std::string& fault) {
  if (fault.empty()) return '*';
  return fault == "restart" || fault == "resume" ? 'R' : 'X';
}

}  // namespace

EventGraph::EventGraph(const std::vector<std::string>& nodes) : nodes_(nodes) {}

std::size_t EventGraph::LaneOf(const std::string& node) {
  const std::string name = node.empty() ? kNowhere : node;
  const auto found = std::find(nodes_.begin(), nodes_.end(), name);
  if (found != nodes_.end()) return static_cast<std::size_t>(found - nodes_.begin());
  nodes_.push_back(name);
  return nodes_.size() - 1;
}

void EventGraph::Add(GraphEvent event) {
  const std::size_t from = LaneOf(event.from);
  const std::size_t to = LaneOf(event.to);
  rows_.push_back({std::move(event), from, to});
}

std::string EventGraph::Text() const {
  if (rows_.empty()) return "no steps\n";
  std::size_t width = kNarrowest;
  for (const std::string& node : nodes_)
    width = std::max(width, std::min(node.size() + 2, kWidest));
  const std::string margin(10, ' ');
  std::string text = margin;
  for (const std::string& node : nodes_) {
    text += fmt::format("{:<{}}", node.substr(0, width - 1), width);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  text += '\n';
  std::set<std::size_t> down;
  for (const Row& row : rows_) {
    std::string lanes(nodes_.size() * width, ' ');
    for (std::size_t lane = 0; lane < nodes_.size(); ++lane) {
      lanes[lane * width] = down.contains(lane) ? ' ' : '|';
    }
    const char sign = SignOf(row.event.fault);
    if (row.from != row.to) {
      const std::size_t left = std::min(row.from, row.to) * width;
      const std::size_t right = std::max(row.from, row.to) * width;
      std::fill(lanes.begin() + static_cast<std::ptrdiff_t>(left),
                lanes.begin() + static_cast<std::ptrdiff_t>(right), '-');
      lanes[row.from * width] = 'o';
      lanes[row.to * width] = sign;
      lanes[row.to > row.from ? right - 1 : left + 1] = row.to > row.from ? '>' : '<';
    } else {
      lanes[row.to * width] = sign;
    }
    if (row.event.fault == "crash") down.insert(row.to);
    if (row.event.fault == "restart") down.erase(row.to);
    text += fmt::format("{} {:5}   {}  {}\n", row.event.is_now ? '>' : ' ', row.event.step, lanes,
                        row.event.text);
  }
  return text;
}

}  // namespace cpngen
