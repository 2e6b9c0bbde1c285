#include "generator/together/shared_families.h"

#include <algorithm>
#include <span>
#include <utility>

#include "cpn/distributed/send_to_first.h"

namespace generator {
namespace {

using cpn::distributed::SendToFirst;

constexpr std::uint32_t kNone = 0xffffffff;

struct RestArc {
  std::uint32_t source = 0;
  std::uint32_t target = 0;
  std::uint32_t label = 0;
};

/// Arcs by their sources, as a graph.
ObservedGraph GraphOf(std::uint32_t nodes, const std::vector<RestArc>& arcs,
                      const std::vector<std::vector<ObservationId>>& labels) {
  ObservedGraph graph;
  graph.labels = labels;
  graph.first_arc.assign(std::size_t{nodes} + 1, 0);
  for (const RestArc& arc : arcs) ++graph.first_arc[arc.source + 1];
  for (std::uint32_t i = 0; i < nodes; ++i) graph.first_arc[i + 1] += graph.first_arc[i];
  graph.arcs.resize(arcs.size());
  std::vector<std::uint64_t> next(graph.first_arc.begin(), graph.first_arc.end() - 1);
  for (const RestArc& arc : arcs) graph.arcs[next[arc.source]++] = {arc.target, arc.label};
  return graph;
}

}  // namespace

/// Node 0 is the initial marking.
struct SharedFamilies::Rest {
  std::vector<std::vector<std::uint32_t>> numbers;  // by rank and its number
  std::uint32_t nodes = 1;
  std::vector<RestArc> arcs;
  std::vector<CaseFamily> families{CaseFamily{}};  // by node, what is known

  std::uint32_t& NumberOf(unsigned rank, std::uint32_t node) {
    std::vector<std::uint32_t>& of_rank = numbers[rank];
    if (node >= of_rank.size()) of_rank.resize(std::size_t{node} + 1 + node / 2, kNone);
    return of_rank[node];
  }
};

SharedFamilies::SharedFamilies(cpn::distributed::Transport* transport, const IncomingArcs* arcs,
                               const std::vector<std::vector<ObservationId>>* labels,
                               CaseOrder order, bool owns_initial)
    : transport_(transport),
      arcs_(arcs),
      labels_(labels),
      owns_initial_(owns_initial),
      items_(*labels),
      cases_(order, items_),
      families_(arcs->nodes()),
      open_(arcs->followed) {
  for (unsigned rank = 0; rank < transport->ranks(); ++rank) {
    writers_.emplace_back(&cases_.families());
    readers_.emplace_back(&cases_.families());
  }
}

std::optional<PathCases> SharedFamilies::TogetherFind() {
  Begin();
  for (std::uint64_t sent[] = {1}; sent[0] > 0;) {
    Resolve();
    std::vector<std::vector<char>> messages;
    sent[0] = 0;
    for (FamilyWriter& writer : writers_) {
      const bool is_empty = writer.empty();
      sent[0] += is_empty ? 0 : 1;
      messages.push_back(is_empty ? std::vector<char>() : writer.Take());
    }
    transport_->Sum(sent);
    if (sent[0] == 0) break;
    messages = transport_->Exchange(std::move(messages));
    for (unsigned from = 0; from < messages.size(); ++from) Receive(from, messages[from]);
  }
  Rest rest;
  rest.numbers.resize(transport_->ranks());
  std::uint64_t owner[] = {owns_initial_ ? transport_->rank() : 0u};
  transport_->Sum(owner);
  rest.NumberOf(static_cast<unsigned>(owner[0]), 0) = 0;
  TogetherSendRest(rest);
  TogetherSendFamilies(rest);
  if (transport_->rank() != 0) return std::nullopt;
  rest.numbers.clear();
  const ObservedGraph graph = GraphOf(rest.nodes, rest.arcs, *labels_);
  rest.arcs = {};
  return PathCases(graph, rest.families, items_, std::move(cases_));
}

/// Markings that nothing comes after, and what leads out.
void SharedFamilies::Begin() {
  const CaseFamily ends = cases_.families().EmptyCase();
  for (const IncomingArcs::Outgoing& arc : arcs_->leading_out) {
    Absorb(arc.source, Extended(ends, arc.label));
  }
  for (std::uint32_t node = 0; node < arcs_->nodes(); ++node) {
    if (!arcs_->is_there[node] || open_[node] > 0) continue;
    if (families_[node] == CaseFamily{}) families_[node] = ends;
    ready_.push_back(node);
  }
}

/// Tells the markings before those that are ready, until only others' are left.
void SharedFamilies::Resolve() {
  while (!ready_.empty()) {
    const std::uint32_t node = ready_.back();
    ready_.pop_back();
    for (const IncomingArc& arc : arcs_->Into(node)) {
      const unsigned rank = RankIn(arc.label, transport_->ranks());
      if (rank == transport_->rank()) {
        TakeFrom(arc.source, families_[node], arc.label);
        continue;
      }
      writers_[rank].Number(arc.source);
      writers_[rank].Number(arc.label);
      writers_[rank].Family(families_[node]);
    }
  }
}

void SharedFamilies::Receive(unsigned from, std::span<const char> message) {
  if (message.empty()) return;
  FamilyReader& in = readers_[from];
  in.Begin(message);
  while (!in.AtEnd()) {
    const std::uint32_t node = in.Small();
    const std::uint32_t label = in.Small();
    if (node >= open_.size() || open_[node] == 0) throw cpn::distributed::BadBytes();
    TakeFrom(node, in.Family(), label);
  }
}

/// An arc of `node` with this label leads to a marking with this family.
void SharedFamilies::TakeFrom(std::uint32_t node, CaseFamily family, std::uint32_t label) {
  Absorb(node, Extended(family, label));
  if (--open_[node] == 0) ready_.push_back(node);
}

/// The markings that are left, and the arcs between them; all that lead to one of them are left.
void SharedFamilies::TogetherSendRest(Rest& rest) {
  std::vector<std::uint32_t> left;
  for (std::uint32_t node = 0; node < open_.size(); ++node) {
    if (open_[node] > 0) left.push_back(node);
  }
  SendToFirst(*transport_, left, [&](unsigned rank, std::uint32_t node) {
    std::uint32_t& number = rest.NumberOf(rank, node);
    if (number == kNone) number = rest.nodes++;
  });
  std::vector<RestArc> arcs;
  for (const std::uint32_t node : left) {
    for (const IncomingArc& arc : arcs_->Into(node)) arcs.push_back({arc.source, node, arc.label});
  }
  SendToFirst(*transport_, arcs, [&](unsigned rank, const RestArc& arc) {
    const unsigned source = RankIn(arc.label, transport_->ranks());
    rest.arcs.push_back({rest.NumberOf(source, arc.source), rest.NumberOf(rank, arc.target),
                         LabelIn(arc.label, transport_->ranks())});
  });
}

/// What is known of the markings that are left, and of the initial one.
void SharedFamilies::TogetherSendFamilies(Rest& rest) {
  FamilyWriter& to_first = writers_[0];
  for (std::uint32_t node = 0; node < open_.size(); ++node) {
    if (families_[node] == CaseFamily{}) continue;
    if (open_[node] == 0 && !(owns_initial_ && node == 0)) continue;
    to_first.Number(node);
    to_first.Family(families_[node]);
  }
  const auto messages = transport_->GatherAtFirst(to_first.Take());
  rest.families.resize(rest.nodes);
  for (unsigned rank = 0; rank < messages.size(); ++rank) {
    FamilyReader& in = readers_[rank];
    in.Begin(messages[rank]);
    while (!in.AtEnd()) {
      const std::uint32_t number = rest.NumberOf(rank, in.Small());
      rest.families.at(number) = in.Family();
    }
  }
}

}  // namespace generator
