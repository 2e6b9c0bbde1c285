#include "sut/paxos/storage/systematic/storage_harness.h"

#include <utility>

#include "sut/paxos/storage/systematic/disk_calls_of.h"

namespace paxos {
namespace {

constexpr LogOwner kOwner = {1, 3, 2, 2};
constexpr LogOwner kOtherOwner = {0, 3, 2, 2};
constexpr const char* kFolder = "/data";

}  // namespace

void StorageHarness::Start(systematic::Scheduler& scheduler) {
  scheduler_ = &scheduler;
  machine_ = scheduler.AddMachine("storage");
  step_word_ = scheduler.Intern("step");
  choose_word_ = scheduler.Intern("choose");
  kind_word_ = scheduler.Intern("kind");
  value_word_ = scheduler.Intern("value");
  monitor_ = std::make_unique<DurableMonitor>(scheduler);
  scheduler.AddMonitor(monitor_.get());
  disk_ = std::make_unique<systematic::Disk>(scheduler, "disk", options_.faults);
  EnableStep();
}

void StorageHarness::EnableStep() {
  scheduler_->Enable(
      {.kind = step_word_, .to = scheduler_->MachineName(machine_), .ordinal = steps_++}, machine_,
      systematic::OptionKind::kStorage, [this] { Step(); });
}

void StorageHarness::Step() {
  if (storage_ == nullptr) {
    Open();
  } else if (tried_ < options_.records) {
    SaveNext();
  } else {
    EndInCrash();
  }
  const bool over = ending_ && storage_ != nullptr;
  if (over) {
    Close();
    OpenAsStranger(kOtherOwner, ": it belongs to replica 1 of 3 ");
  }
  if (!over && !scheduler_->failed()) EnableStep();
}

FileStorage::Options StorageHarness::StorageOptions() {
  FileStorage::Options options;
  options.max_growth = options_.max_growth;
  options.disk = CallsOf(*disk_);
  if (options_.wrap) options.disk = options_.wrap(std::move(options.disk));
  return options;
}

void StorageHarness::Open() {
  disk_->Restart();
  disk_->MakeRoom();
  const std::size_t failures = disk_->failures();
  try {
    storage_ = std::make_unique<FileStorage>(kFolder, kOwner, StorageOptions());
  } catch (const StorageError& error) {
    if (!disk_->down()) monitor_->OnRefused(error.what(), disk_->failures() > failures);
  }
  if (disk_->down() || storage_ == nullptr) return Close();
  monitor_->OnOpened(storage_->Load(), storage_->torn_bytes());
  OpenAsStranger(kOwner, ": another process uses this data folder");
}

// The folder is refused for that reason, or for a call that failed, and the log stays as it is.
void StorageHarness::OpenAsStranger(const LogOwner& owner, const char* reason) {
  if (!options_.strangers) return;
  const std::string log = std::string(kFolder) + "/log";
  const std::string before = disk_->Contents(log);
  const std::size_t failures = disk_->failures();
  std::string error = "none";
  try {
    const FileStorage storage(kFolder, owner, StorageOptions());
  } catch (const StorageError& thrown) {
    error = thrown.what();
  }
  const bool failed = disk_->failures() > failures;
  const bool refused = error != "none" && (failed || error.find(reason) != std::string::npos);
  if (disk_->down() || !refused || disk_->Contents(log) != before) {
    monitor_->OnStranger(error);
  }
}

void StorageHarness::SaveNext() {
  const Record record = NextRecord();
  const std::size_t failures = disk_->failures();
  ++tried_;
  monitor_->OnSave(record);
  bool saved = false;
  std::string error;
  try {
    storage_->Save(record);
    saved = true;
  } catch (const StorageError& thrown) {
    error = thrown.what();
  }
  if (disk_->down()) return Close();  // nobody was told anything
  if (saved) return monitor_->OnSaved(storage_->Load());
  monitor_->OnNotSaved(error, disk_->failures() > failures, storage_->Load());
  SaveWhileBroken(record);
  Close();
}

void StorageHarness::SaveWhileBroken(const Record& record) {
  try {
    storage_->Save(record);
    monitor_->OnSavedWhileBroken();
  } catch (const StorageError&) {
  }
}

void StorageHarness::Close() {
  storage_.reset();
  if (!disk_->down()) monitor_->OnClosed(disk_->open());
}

void StorageHarness::EndInCrash() {
  ending_ = true;
  disk_->EndFaults();
  disk_->FailPower();
  Close();
}

Record StorageHarness::NextRecord() {
  std::vector<Record> allowed;
  const Round rnd = static_cast<Round>(tried_) + 1;
  for (const Record::Kind kind : options_.kinds) {
    const Record record = {kind, rnd, ""};
    if (Allows(monitor_->told(), record)) allowed.push_back(record);
  }
  Record record = allowed[Choose(kind_word_, allowed.size())];
  if (record.kind == Record::Kind::kVote || record.kind == Record::Kind::kDecision) {
    record.value = options_.values[Choose(value_word_, options_.values.size())];
  }
  if (scheduler_->recording()) {
    scheduler_->Note("storage: saves record " + std::to_string(tried_ + 1) + ", kind " +
                     std::to_string(static_cast<int>(record.kind)));
  }
  return record;
}

std::uint64_t StorageHarness::Choose(systematic::Word what, std::uint64_t n) {
  return scheduler_->Choose({.kind = choose_word_,
                             .from = scheduler_->MachineName(machine_),
                             .what = what,
                             .ordinal = chosen_++},
                            n);
}

systematic::HarnessInfo StorageHarnessInfo(std::string name, const StorageHarnessOptions& options) {
  systematic::HarnessInfo info;
  info.name = std::move(name);
  info.about = "the durable log of one replica on a disk that crashes and fails";
  info.make = [options] { return std::make_unique<StorageHarness>(options); };
  return info;
}

}  // namespace paxos
