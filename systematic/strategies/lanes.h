// Which options belong together for strategies that give priorities to machines instead of
// options.
//
// A lane is what P# has as one machine: a receiver with its queue of messages, or with links each
// directed link; a timer of a machine; the faults of one kind at a machine, which come from a
// machine of their own there; what a machine does of itself (kInternal). Of a lane of messages the
// oldest runs first; of timers, faults and what is internal any.
// Invariants: a lane's number is the order in which it was met.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/random.h"
#include "systematic/option.h"

namespace systematic {

using LaneId = std::uint32_t;

class Lanes {
 public:
  enum class Unit : std::uint8_t { kReceiver, kLink };

  explicit Lanes(Unit unit) : unit_(unit) {}

  void Clear();
  /// The lane of an option; a new one when it is the first of its lane.
  LaneId Of(const Option& option) {
    const bool known = option.id < of_id_.size() && of_id_[option.id] != kNone;
    return known ? of_id_[option.id] : LaneOfNew(option);
  }
  /// Whether options of its lane run in the order in which they were enabled.
  static bool HasQueue(const Option& option) {
    return option.kind != OptionKind::kTimer && option.kind != OptionKind::kFault &&
           option.kind != OptionKind::kRepair && option.kind != OptionKind::kInternal;
  }
  std::size_t size() const { return lanes_.size(); }
  /// The index of the option of that lane that runs; there must be one.
  std::size_t PickFrom(std::span<const Option> enabled, LaneId lane, base::Random& random);

 private:
  static constexpr LaneId kNone = static_cast<LaneId>(-1);

  LaneId LaneOfNew(const Option& option);
  std::uint64_t NameOf(const Option& option) const;

  Unit unit_;
  std::vector<LaneId> of_id_;                        // by Option::id
  std::unordered_map<std::uint64_t, LaneId> lanes_;  // never iterated
};

}  // namespace systematic
