// Drives the real FileStorage on a modelled disk: opens it, saves records by choice, crashes in any
// call to the disk, in recovery, too, and opens it again; in the end the power fails once more, and
// what was told must be there.
//
// A crash between two calls makes no difference to the disk, so that those inside of Save and of
// opening are all.
// Thread safety: none, as with all harnesses.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sut/paxos/storage/disk_calls.h"
#include "sut/paxos/storage/file_storage.h"
#include "sut/paxos/storage/systematic/durable_monitor.h"
#include "systematic/environment/disk.h"
#include "systematic/harness.h"

namespace paxos {

struct StorageHarnessOptions {
  unsigned records = 3;  ///< how many saves are tried
  systematic::DiskFaults faults;
  /// Values of votes and decisions, by choice. Long ones make records that span sectors.
  std::vector<std::string> values = {"M1"};
  std::vector<Record::Kind> kinds = {Record::Kind::kPromise, Record::Kind::kVote,
                                     Record::Kind::kRound, Record::Kind::kDecision};
  std::uint64_t max_growth = std::uint64_t{1} << 24;  ///< as in FileStorage::Options
  /// A second opening of the folder, and one by another replica, must be refused.
  bool strangers = true;
  /// Stands between the storage and the disk.
  std::function<DiskCalls(DiskCalls)> wrap;
};

class StorageHarness : public systematic::Harness {
 public:
  explicit StorageHarness(StorageHarnessOptions options) : options_(std::move(options)) {}

  void Start(systematic::Scheduler& scheduler) override;

 private:
  void EnableStep();
  void Step();
  void Open();
  FileStorage::Options StorageOptions();
  void OpenAsStranger(const LogOwner& owner, const char* reason);
  void SaveNext();
  void SaveWhileBroken(const Record& record);
  void Close();
  void EndInCrash();
  Record NextRecord();
  std::uint64_t Choose(systematic::Word what, std::uint64_t n);

  const StorageHarnessOptions options_;
  systematic::Scheduler* scheduler_ = nullptr;
  std::unique_ptr<DurableMonitor> monitor_;
  std::unique_ptr<systematic::Disk> disk_;
  std::unique_ptr<FileStorage> storage_;
  systematic::MachineId machine_ = 0;
  systematic::Word step_word_ = 0, choose_word_ = 0, kind_word_ = 0, value_word_ = 0;
  std::uint32_t steps_ = 0;
  std::uint32_t chosen_ = 0;
  unsigned tried_ = 0;
  bool ending_ = false;  // the last crash has happened
};

/// The harness by that name.
systematic::HarnessInfo StorageHarnessInfo(std::string name, const StorageHarnessOptions& options);

}  // namespace paxos
