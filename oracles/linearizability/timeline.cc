#include "oracles/linearizability/timeline.h"

#include <algorithm>
#include <compare>

namespace oracles::linearizability {
namespace {

struct Event {
  std::uint64_t moment;
  bool is_return;
  std::size_t operation;
  auto operator<=>(const Event&) const = default;
};

std::vector<Event> EventsOf(std::span<const Interval> operations) {
  std::vector<Event> events;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    events.push_back({operations[i].called, false, i});
    if (operations[i].returned) events.push_back({*operations[i].returned, true, i});
  }
  std::ranges::sort(events);
  return events;
}

}  // namespace

Timeline::Timeline(std::span<const Interval> operations) : nodes_(1) {
  std::vector<Node> calls(operations.size());
  for (const Event& event : EventsOf(operations)) {
    const Node node = nodes_.size();
    nodes_.push_back({node - 1, kEnd, kEnd, event.operation, event.is_return});
    nodes_[node - 1].next = node;
    if (event.is_return) {
      nodes_[calls[event.operation]].end = node;
    } else {
      calls[event.operation] = node;
    }
  }
  nodes_[kEnd].previous = nodes_.size() - 1;
}

void Timeline::Lift(Node call) {
  Unlink(call);
  if (nodes_[call].end != kEnd) Unlink(nodes_[call].end);
}

void Timeline::PutBack(Node call) {
  if (nodes_[call].end != kEnd) Link(nodes_[call].end);
  Link(call);
}

void Timeline::Unlink(Node node) {
  const Entry& entry = nodes_[node];
  nodes_[entry.previous].next = entry.next;
  nodes_[entry.next].previous = entry.previous;
}

// The neighbours are those it had when it was unlinked: what was lifted later is back already.
void Timeline::Link(Node node) {
  const Entry& entry = nodes_[node];
  nodes_[entry.previous].next = node;
  nodes_[entry.next].previous = node;
}

}  // namespace oracles::linearizability
