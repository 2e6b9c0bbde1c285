// The net's runs as a check of conformance sees them: configurations, and the moves between them.
//
// A configuration is a marking and what is still to be seen of the binding elements that occurred:
// an element that shows several events occurs when the first of them is seen, and the others follow
// in their order, with anything in between.
//
// Invariants:
//  1. equal configurations have the same number, until Keep() renumbers them;
//  2. the moves of a configuration are in canonical order: binding elements as Engine::Enabled()
//     has them, then what is still to be seen, by the canonical order of events;
//  3. a target is computed when it is asked for, so that events which never come cost nothing;
//  4. of silent moves that commute with all others only one need be followed (commuting.h), unless
//     the limits say otherwise: where it leads, the same is seen and owed.
// Thread safety: none, one per worker.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "conformance/limits.h"
#include "conformance/view.h"
#include "cpn/engine/engine.h"
#include "cpn/values/arena.h"
#include "cpn/values/id_table.h"

namespace conformance {

using ConfigurationId = std::uint32_t;

/// Of the numbers and their order.
std::uint64_t HashOf(std::span<const std::uint32_t> record);

/// Not an event: the move is silent.
inline constexpr EventId kSilent = 0xffffffff;
/// Not an event: nothing came for a while.
inline constexpr EventId kQuiescence = 0xfffffffe;
/// No binding element occurs: something is seen of an earlier one.
inline constexpr cpn::BindingElementId kNoElement = 0xffffffff;

struct Move {
  EventId event = kSilent;
  cpn::BindingElementId element = kNoElement;
  std::uint32_t rest = 0;  ///< what is then still to be seen of the element
  static constexpr ConfigurationId kUnknown = 0xffffffff;
  ConfigurationId target = kUnknown;
};

/// There are Limits::max_markings configurations.
struct TooMany {};

class Configurations {
 public:
  /// All must outlive this.
  Configurations(cpn::Engine* engine, Labels* labels, const Limits& limits);

  ConfigurationId Initial();
  std::size_t MoveCount(ConfigurationId id);
  /// Requires index < MoveCount(id). With the target if it was asked for.
  const Move& MoveAt(ConfigurationId id, std::size_t index) const {
    return moves_[known_[id].first + index];
  }
  /// Is it a silent move that must be followed? Requires what MoveAt() does.
  bool IsFollowed(ConfigurationId id, std::size_t index) const {
    return MoveAt(id, index).event == kSilent &&
           (known_[id].lead == kNoLead || known_[id].lead == index);
  }
  /// Where the silent moves that need be followed alone lead to, one after the other; itself when
  /// there is none. Throws TooMany.
  ConfigurationId Settled(ConfigurationId id);
  /// Are there silent moves that need be followed alone, in any configuration?
  bool reduces() const { return !commuting_.empty(); }
  /// Throws TooMany.
  ConfigurationId Target(ConfigurationId id, std::size_t index);

  cpn::Marking MarkingOf(ConfigurationId id) const;
  /// Of each element of which something is still to be seen, what that is, in its order.
  std::vector<std::vector<EventId>> StillToBeSeen(ConfigurationId id) const;

  std::size_t size() const { return records_.size(); }
  std::size_t memory_bytes() const;
  /// Forgets all configurations but these, which get new numbers.
  void Keep(std::span<std::vector<ConfigurationId>* const> kept);

 private:
  static constexpr std::uint32_t kNoLead = 0xffffffff;

  struct Known {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    bool expanded = false;
    std::uint32_t lead = kNoLead;  ///< index of the move that need be followed alone
    ConfigurationId settled = Move::kUnknown;
  };
  struct Cell {
    EventId head = 0;
    std::uint32_t tail = 0;
    auto operator<=>(const Cell&) const = default;
  };
  /// Events still to be seen of one element: the number of a list; 0 is the empty one.
  using ListId = std::uint32_t;
  /// A sorted multi-set of lists; 0 is the empty one.
  using PendingId = std::uint32_t;

  ListId List(std::span<const EventId> events);
  PendingId InternPending(std::vector<ListId> lists);
  PendingId WithList(PendingId pending, ListId added);
  PendingId Seen(PendingId pending, ListId seen);
  ConfigurationId Intern(const cpn::Marking& marking, PendingId pending, bool bounded = true);
  void Expand(ConfigurationId id);
  cpn::Marking MarkingIn(std::span<const std::uint32_t> record) const;

  cpn::Engine* engine_;
  Labels* labels_;
  Limits limits_;
  std::size_t places_;
  std::vector<bool> commuting_;  // by transition; empty: none is

  cpn::Arena<std::uint32_t> arena_;  // place markings, then the PendingId
  std::vector<std::span<const std::uint32_t>> records_;
  cpn::IdTable ids_;
  std::vector<Known> known_;  // parallel to records_
  std::vector<Move> moves_;
  std::vector<std::uint32_t> scratch_;

  std::vector<Cell> cells_{{}};
  std::map<Cell, ListId> cell_ids_;
  std::vector<std::vector<ListId>> pendings_{{}};
  std::map<std::vector<ListId>, PendingId> pending_ids_{{{}, 0}};
};

}  // namespace conformance
