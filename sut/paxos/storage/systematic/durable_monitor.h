// Judges a storage by what it told: what Save returned for is there whenever the storage is opened
// again, what it threw for may be, and nothing else ever is.
//
// Thread safety: none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sut/paxos/roles/storage.h"
#include "systematic/monitor.h"
#include "systematic/scheduler.h"

namespace paxos {

class DurableMonitor : public systematic::Monitor {
 public:
  explicit DurableMonitor(systematic::Scheduler& scheduler) : scheduler_(scheduler) {}

  std::string_view name() const override { return "durable"; }

  /// Save is called. It ends with OnSaved() or OnNotSaved(), or with a crash.
  void OnSave(const Record& record);
  void OnSaved(const StoredState& loaded);
  /// Save has thrown. `failed`: a call to the disk had failed.
  void OnNotSaved(const std::string& error, bool failed, const StoredState& loaded);
  /// A Save after one that failed returned.
  void OnSavedWhileBroken();
  /// The storage was opened, and dropped `torn_bytes`.
  void OnOpened(const StoredState& loaded, std::uint64_t torn_bytes);
  /// Opening it has thrown. `failed`: as above.
  void OnRefused(const std::string& error, bool failed);
  /// Somebody who must not open the storage got that answer, or changed something.
  void OnStranger(const std::string& error);
  /// The storage is gone, and has left so many descriptors open.
  void OnClosed(std::size_t open_descriptors);

  /// What is there for certain.
  const StoredState& told() const { return told_; }

 private:
  void Fail(const std::string& message) { scheduler_.Fail(*this, message); }

  systematic::Scheduler& scheduler_;
  StoredState told_;
  std::optional<Record> untold_;  // it may be there or not
};

/// As people write it: "promised 4, vote (4, "M1"), round 7", "nothing".
std::string ToText(const StoredState& state);

}  // namespace paxos
