// The names in a folder of a modelled disk: what its readers see, and what may be left of them if
// the power fails.
//
// Invariants:
//  1. a change gives or takes several names at once (a rename: both of its names); readers see it
//     at once; it lasts when the folder is synced;
//  2. after a power failure each change since then is there or not by choice, also a later one
//     without an earlier one, unless kInOrder: then those up to one of them are. Outcomes that give
//     the same names cost one choice as far as is easily seen;
//  3. a sync of a folder that fails leaves its changes to the next one.
// Thread safety: none.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "systematic/environment/disk_file.h"

namespace systematic {

class DiskFolder {
 public:
  /// In which order changes reach the disk: in any, or in that in which they were made, as with a
  /// journal.
  enum class Order : std::uint8_t { kAny, kInOrder };
  using Node = std::uint32_t;  ///< a file or folder; 0 is none
  using Names = std::map<std::string, Node, std::less<>>;
  using Change = std::vector<std::pair<std::string, Node>>;

  explicit DiskFolder(Order order = Order::kAny) : order_(order) {}

  const Names& Seen(Outcomes& outcomes);
  void Apply(Change change, Outcomes& outcomes);
  /// Whether a sync would write anything.
  bool dirty() const { return !unsynced_.empty(); }
  void Sync();
  void FailPower();

 private:
  void Settle(Outcomes& outcomes);
  Names LeftInOrder(Outcomes& outcomes) const;
  Names LeftInAnyOrder(Outcomes& outcomes) const;
  bool Matters(std::size_t change, const Names& decided) const;

  Order order_;
  Names seen_;
  Names synced_;
  std::vector<Change> unsynced_;
  bool unsettled_ = false;
};

}  // namespace systematic
