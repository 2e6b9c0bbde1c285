// A file of a modelled disk: what its readers see, and what may be on the disk if the power fails.
//
// Invariants:
//  1. readers see every write at once. On the disk a sector of 512 bytes is whole: what it was when
//     it was last synced, or what any write since made of it. So is the size, apart from the
//     sectors: a file may have grown without its bytes (they are zero then). A write that makes a
//     file longer may also end at any of its sectors;
//  2. after a power failure, what could be one thing or another is settled when it is first looked
//     at, by one choice among what can be told apart; what nobody looks at costs no choice;
//  3. a sync that fails writes some sectors or none, and nothing will be written again unless
//     it is changed again.
// Thread safety: none.
// Source: Rebello et al., "Can applications recover from fsync failures?", ATC 2020, for 3; Pillai
// et al., "All file systems are not created equal", OSDI 2014, for sizes without bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace systematic {

constexpr std::uint64_t kSectorBytes = 512;
/// A file cannot be longer.
constexpr std::uint64_t kMostFileBytes = std::uint64_t{64} << 20;

/// Chooses what a power failure left.
class Outcomes {
 public:
  enum class Part : std::uint8_t { kSize, kSector, kName };

  virtual ~Outcomes() = default;
  /// A value below `n`, which is at least 2; 0 is the newest. `index`: which sector, or which of
  /// the changes of names.
  virtual std::uint64_t Choose(Part part, std::uint32_t index, std::uint64_t n) = 0;
};

class DiskFile {
 public:
  /// What becomes of the memory's contents when a sync fails.
  enum class AfterFailure : std::uint8_t { kKept, kReverted };

  std::uint64_t Size(Outcomes& outcomes);
  /// The bytes from `offset` on, at most `size`.
  std::string Read(std::uint64_t offset, std::uint64_t size, Outcomes& outcomes);
  void Write(std::uint64_t offset, std::string_view bytes, Outcomes& outcomes);
  void Resize(std::uint64_t size, Outcomes& outcomes);

  /// Whether a sync would write anything.
  bool dirty() const;
  /// Everything that was written is on the disk.
  void Sync();
  /// Nobody knows what is on the disk, and what is there stays. kReverted: readers see that, too.
  void FailSync(AfterFailure after);
  /// Readers see what is on the disk.
  void FailPower();

 private:
  // Bytes without the zeros at their end.
  struct Sector {
    std::string now;
    std::vector<std::string> may{""};  // on the disk, one of these; the newest is last
    bool dirty = false;
    bool unsettled = false;  // readers will see one of `may`
  };

  void SettleSize(Outcomes& outcomes);
  Sector& Settled(std::uint64_t index, Outcomes& outcomes);
  void SetSize(std::uint64_t size);
  static void Change(Sector& sector, std::string now);

  std::vector<Sector> sectors_;  // those behind the end are empty
  std::uint64_t size_ = 0;
  std::vector<std::uint64_t> sizes_{0};  // as Sector::may
  bool size_dirty_ = false;
  bool size_unsettled_ = false;
};

}  // namespace systematic
