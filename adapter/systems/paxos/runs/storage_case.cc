#include "adapter/systems/paxos/runs/storage_case.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adapter/systems/paxos/faults/faulty_disk.h"
#include "adapter/systems/paxos/faults/log_damage.h"
#include "adapter/systems/paxos/oracles/expected.h"
#include "base/read_file.h"
#include "base/temporary_folder.h"
#include "sut/paxos/roles/acceptor.h"
#include "sut/paxos/storage/file_storage.h"

namespace adapter {
namespace {

using cases::StorageOpener;
using paxos::FileStorage;

constexpr paxos::LogOwner kOwner{0, 3, 2, 2};

enum class Way { kPlain, kRewriting, kInterrupted };

// What a refusal says, and the word for it.
constexpr std::pair<const char*, cases::StorageRefusal> kRefusals[] = {
    {": damaged at byte ", cases::StorageRefusal::kDamaged},
    {": not a log of paxos_server: ", cases::StorageRefusal::kNotALog},
    {"; this program knows version ", cases::StorageRefusal::kOtherVersion},
    {": it belongs to ", cases::StorageRefusal::kOtherReplica},
    {": another process uses this data folder", cases::StorageRefusal::kSecondProcess},
    {": not a data folder of paxos_server: ", cases::StorageRefusal::kOtherFiles},
    {": cannot make the folder: ", cases::StorageRefusal::kUnusable},
    {": cannot open the folder: ", cases::StorageRefusal::kUnusable},
    {": cannot open the log: ", cases::StorageRefusal::kUnusable},
    {": cannot read the log: ", cases::StorageRefusal::kUnusable},
    {": cannot make the file: ", cases::StorageRefusal::kUnusable},
};

std::string RefusalWord(const std::string& message) {
  for (const auto& [text, refusal] : kRefusals) {
    if (message.find(text) != std::string::npos) {
      return cases::kRefusalWords[static_cast<std::size_t>(refusal)];
    }
  }
  return message;
}

paxos::Record ToRecord(const cases::StorageRecord& record) {
  return {static_cast<paxos::Record::Kind>(static_cast<int>(record.kind) + 1), record.rnd,
          record.val};
}

std::optional<cases::StorageContents::RoundValue> FromStored(
    const std::optional<paxos::RoundValue>& stored) {
  if (!stored) return std::nullopt;
  return cases::StorageContents::RoundValue{stored->rnd, stored->value};
}

// Nothing where there is no such file.
std::string BytesOf(const std::string& path) { return base::ReadFile(path).bytes; }

void WriteFile(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

namespace fs = std::filesystem;

// Something that lies where the data folder or one of its files should be. What was there is kept,
// and put back in the end.
class Obstacle {
 public:
  Obstacle(StorageOpener opener, const base::TemporaryFolder& folder)
      : place_(Place(opener, folder / "data")), kept_(folder / "kept") {
    if (place_.empty()) return;
    if (fs::exists(place_)) fs::rename(place_, kept_);
    if (opener == StorageOpener::kFileForFolder) {
      WriteFile(place_, "not a folder");
    } else if (opener == StorageOpener::kLoopForLog) {
      fs::create_symlink(place_, place_);
    } else {
      fs::create_directory(place_);
    }
  }
  ~Obstacle() {
    if (place_.empty()) return;
    fs::remove_all(place_);
    if (fs::exists(kept_)) fs::rename(kept_, place_);
  }
  Obstacle(const Obstacle&) = delete;
  Obstacle& operator=(const Obstacle&) = delete;

 private:
  // Empty: nothing lies in the way.
  static std::string Place(StorageOpener opener, const std::string& data) {
    if (opener == StorageOpener::kFileForFolder) return data;
    if (opener == StorageOpener::kFolderForNewLog) return data + "/log.new";
    const bool log = opener == StorageOpener::kFolderForLog || opener == StorageOpener::kLoopForLog;
    return log ? data + "/log" : "";
  }

  const std::string place_;
  const std::string kept_;
};

paxos::LogOwner OwnerFor(StorageOpener opener) {
  paxos::LogOwner owner = kOwner;
  if (opener == StorageOpener::kOtherReplica) owner.id = 1;
  if (opener == StorageOpener::kOtherSize) owner.replicas = 4;
  if (opener == StorageOpener::kOtherPrepareQuorum) owner.prepare_quorum = 3;
  if (opener == StorageOpener::kOtherAcceptQuorum) owner.accept_quorum = 3;
  return owner;
}

// One run of a case: a folder, and the storage that has it open.
class StorageRun {
 public:
  explicit StorageRun(Way way) : way_(way), disk_(way == Way::kInterrupted) {
    storage_ = Open(kOwner);
    CheckSynced("an opening returned before its log was synced");
  }

  void operator()(const cases::StorageSave& save) {
    if (!storage_) storage_ = Open(kOwner);
    const paxos::Record record = ToRecord(save.record);
    if (!save.fails_at) {
      storage_->Save(record);
      return CheckSynced("a save returned before its record was synced");
    }
    torn_ = save.fails_at == cases::WriteFailure::kTornHead ||
            save.fails_at == cases::WriteFailure::kTornChecksum;
    disk_.FailAt(*save.fails_at, false);
    if (!Throws([&] { storage_->Save(record); })) {
      outcome_.misuses.emplace_back("a save that failed returned");
    }
    if (!Throws([&] { storage_->Save(record); })) {
      outcome_.misuses.emplace_back("a save after a failed one returned");
    }
    Close();
  }
  void operator()(const cases::StorageReopening& reopening) {
    Close();
    if (reopening.fails_at) {
      disk_.FailAt(*reopening.fails_at, true);
      if (!Throws([&] { Open(kOwner); })) {
        outcome_.misuses.emplace_back("an opening that failed returned");
      }
      CheckClosed();
    }
    storage_ = Open(kOwner);
    CheckSynced("an opening returned before its log was synced");
  }
  void operator()(const cases::StorageDamage& damage) {
    Close();
    WriteFile(log_, Damaged(BytesOf(log_), damage));
  }

  oracles::StorageOutcome End(StorageOpener opener) {
    if (opener != StorageOpener::kSecondProcess) {
      Close();
    } else if (!storage_) {
      storage_ = Open(kOwner);  // it came back after its crash
    }
    if (opener == StorageOpener::kOtherFiles) std::filesystem::rename(log_, log_ + ".old");
    const paxos::LogOwner owner = OwnerFor(opener);
    const bool obstructed = opener >= StorageOpener::kNoParent;
    const paxos::StoredState kept = obstructed ? Open(kOwner)->Load() : paxos::StoredState();
    const std::string before = BytesOf(log_);
    try {
      const Obstacle obstacle(opener, folder_);
      LoadFrom(*Open(owner, opener == StorageOpener::kNoParent ? "missing/data" : "data"));
      if (way_ == Way::kPlain && FileStorage(folder_ / "data", owner).Load() != loaded_) {
        outcome_.misuses.emplace_back("the next opening gave something else");
      }
    } catch (const paxos::StorageError& error) {
      outcome_.opened = RefusalWord(error.what());
      if (!std::string_view(error.what()).starts_with(folder_ / "")) {
        outcome_.misuses.emplace_back("a refusal does not name what it is about");
      }
      if (BytesOf(log_) != before) outcome_.misuses.emplace_back("a refused log was changed");
    }
    if (obstructed && Open(kOwner)->Load() != kept) {
      outcome_.misuses.emplace_back("what lay in the way cost the log something");
    }
    Close();
    return outcome_;
  }

 private:
  std::unique_ptr<FileStorage> Open(const paxos::LogOwner& owner, const char* name = "data") {
    FileStorage::Options options;
    options.disk = disk_.Calls();
    if (way_ == Way::kRewriting) options.max_growth = 0;
    auto storage = std::make_unique<FileStorage>(folder_ / name, owner, options);
    if ((storage->torn_bytes() > 0) != torn_) {
      outcome_.misuses.emplace_back("an opening did not say whether a record was cut off");
    }
    torn_ = false;
    return storage;
  }

  void Close() {
    storage_.reset();
    CheckClosed();
  }

  void CheckClosed() {
    if (disk_.open_descriptors() > 0) {
      outcome_.misuses.emplace_back("a storage that is gone left a descriptor open");
    }
  }

  void CheckSynced(const char* misuse) {
    if (disk_.owes_sync()) outcome_.misuses.emplace_back(misuse);
  }

  template <typename Action>
  static bool Throws(const Action& action) {
    try {
      action();
    } catch (const paxos::StorageError&) {
      return true;
    }
    return false;
  }

  void LoadFrom(FileStorage& storage) {
    const paxos::StoredState stored = loaded_ = storage.Load();
    outcome_.opened = cases::StorageContents{stored.promised, FromStored(stored.vote), stored.round,
                                             FromStored(stored.decision)};
    const paxos::AcceptorState acceptor = paxos::Acceptor(storage, paxos::Probe(kOwner.id)).state();
    if (acceptor.promised != stored.promised) {
      outcome_.misuses.emplace_back("an acceptor started with another promise");
    }
    if (acceptor.vrnd != (stored.vote ? std::optional(stored.vote->rnd) : std::nullopt) ||
        acceptor.vval != (stored.vote ? std::optional(stored.vote->value) : std::nullopt)) {
      outcome_.misuses.emplace_back("an acceptor started with another vote");
    }
  }

  const Way way_;
  const base::TemporaryFolder folder_;
  const std::string log_ = folder_ / "data" + "/log";
  FaultyDisk disk_;
  std::unique_ptr<FileStorage> storage_;
  bool torn_ = false;  // does the log end in a part of a record?
  paxos::StoredState loaded_;
  oracles::StorageOutcome outcome_;
};

std::vector<oracles::Mismatch> RunOnce(const cases::StorageCase& test, Way way) {
  StorageRun run(way);
  for (const cases::StorageEvent& event : test.events) std::visit(run, event);
  return oracles::Compare(test, run.End(test.opener));
}

}  // namespace

Verdict RunCase(const cases::StorageCase& test) {
  static constexpr std::pair<Way, const char*> kWays[] = {
      {Way::kPlain, ""}, {Way::kRewriting, "rewriting: "}, {Way::kInterrupted, "interrupted: "}};
  for (const auto& [way, name] : kWays) {
    try {
      std::vector<oracles::Mismatch> mismatches = RunOnce(test, way);
      for (oracles::Mismatch& mismatch : mismatches) mismatch.what = name + mismatch.what;
      if (!mismatches.empty()) return Judge(std::move(mismatches));
    } catch (const paxos::StorageError& error) {
      return {Outcome::kFail, std::string(name) + "unexpected refusal: " + error.what(), {}};
    }
  }
  return Judge({});
}

}  // namespace adapter
