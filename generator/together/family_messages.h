// Families of one store on their way to another: of each diagram only the nodes that the receiver
// has not been told of yet, each once.
//
// A message: number of nodes; id, item, without, with of each, children first; and behind them
// whatever the sender says about families, which it names by their ids.
// Thread safety: one thread at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpn/distributed/bytes.h"
#include "generator/case_families.h"

namespace generator {

/// For one receiver.
class FamilyWriter {
 public:
  /// `families` must outlive it.
  explicit FamilyWriter(const CaseFamilies* families) : families_(families) {}

  void Number(std::uint64_t n) { said_.Number(n); }
  void Family(CaseFamily family);
  bool empty() const { return said_.size() == 0; }
  /// The message; the next one begins.
  std::vector<char> Take();

 private:
  void Tell(CaseFamily family);

  const CaseFamilies* families_;
  std::vector<bool> told_;           // by id
  std::vector<CaseFamily> waiting_;  // to be told
  std::uint64_t nodes_ = 0;
  cpn::distributed::ByteWriter definitions_;
  cpn::distributed::ByteWriter said_;
};

/// Of one sender.
class FamilyReader {
 public:
  /// `families` must outlive it.
  explicit FamilyReader(CaseFamilies* families) : families_(families) {}

  /// Begins with a message, which must stay until all of it is read.
  void Begin(std::span<const char> message);
  bool AtEnd() const { return in_.at_end(); }
  std::uint64_t Number() { return in_.Number(); }
  std::uint32_t Small() { return in_.Small(); }
  CaseFamily Family() { return Known(in_.Small()); }

 private:
  CaseFamily Known(std::uint32_t id) const;

  CaseFamilies* families_;
  std::vector<CaseFamily> known_;  // by the sender's id
  cpn::distributed::ByteReader in_{std::span<const char>()};
};

}  // namespace generator
