#include "adapter/systems/paxos/runs/storage_case.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "adapter/systems/paxos/faults/faulty_disk.h"
#include "adapter/systems/paxos/faults/log_damage.h"
#include "base/temporary_folder.h"
#include "sut/paxos/storage/log_format.h"

namespace adapter {
namespace {

using cases::StorageCase;
using cases::StorageContents;
using cases::StorageDamage;
using cases::StorageOpener;
using cases::StorageRefusal;
using cases::StorageReopening;
using cases::StorageSave;
using cases::WriteFailure;
using Kind = cases::StorageRecord::Kind;
using Means = StorageDamage::Means;
using Part = StorageDamage::Part;

StorageSave Save(Kind kind, std::int64_t rnd, std::optional<WriteFailure> fails_at = std::nullopt) {
  const bool has_value = kind == Kind::kVote || kind == Kind::kDecision;
  return {{kind, rnd, has_value ? "v" : ""}, fails_at};
}

StorageContents Promised(std::int64_t rnd) {
  return {rnd, std::nullopt, std::nullopt, std::nullopt};
}

TEST(StorageCaseTest, EverythingThatIsSavedIsThere) {
  EXPECT_EQ(
      RunCase(StorageCase{{Save(Kind::kPromise, 1), Save(Kind::kRound, 3), Save(Kind::kVote, 2),
                           StorageReopening{}, Save(Kind::kDecision, 2)},
                          StorageOpener::kSameReplica,
                          StorageContents{2, {{2, "v"}}, 3, {{2, "v"}}}})
          .detail,
      "");
}

TEST(StorageCaseTest, AReplicaThatCrashedIsBackBeforeASecondProcessComes) {
  const StorageCase test{{Save(Kind::kPromise, 1, WriteFailure::kWrite)},
                         StorageOpener::kSecondProcess,
                         StorageRefusal::kSecondProcess};
  EXPECT_EQ(RunCase(test).detail, "");
}

TEST(StorageCaseTest, EachPartOfTheStateIsCompared) {
  EXPECT_EQ(
      RunCase(StorageCase{{Save(Kind::kVote, 2), Save(Kind::kRound, 3)},
                          StorageOpener::kSameReplica,
                          StorageContents{1, {{2, "w"}}, std::nullopt, {{2, "v"}}}})
          .detail,
      "promised: expected 1, observed 2; vote: expected \"w\" of round 2, observed \"v\" of "
      "round 2; begun: expected none, observed 3; decided: expected \"v\" of round 2, observed "
      "none");
}

TEST(StorageCaseTest, ARecordIsThereWhenItWasWhole) {
  for (const auto failure :
       {WriteFailure::kWrite, WriteFailure::kTornHead, WriteFailure::kTornChecksum,
        WriteFailure::kSync, WriteFailure::kMark}) {
    const std::int64_t kept = failure < WriteFailure::kSync ? 1 : 2;
    EXPECT_EQ(RunCase(StorageCase{{Save(Kind::kPromise, 1), Save(Kind::kPromise, 2, failure)},
                                  StorageOpener::kSameReplica,
                                  Promised(kept)})
                  .detail,
              "")
        << cases::kWriteFailureWords[static_cast<std::size_t>(failure)];
    EXPECT_NE(RunCase(StorageCase{{Save(Kind::kPromise, 1), Save(Kind::kPromise, 2, failure)},
                                  StorageOpener::kSameReplica,
                                  Promised(3 - kept)})
                  .detail,
              "");
  }
}

TEST(StorageCaseTest, AnOpeningThatFailsLeavesTheOldLog) {
  for (const auto failure : {WriteFailure::kWrite, WriteFailure::kTornHead,
                             WriteFailure::kTornChecksum, WriteFailure::kSync}) {
    EXPECT_EQ(RunCase(StorageCase{{Save(Kind::kPromise, 1), StorageReopening{failure}},
                                  StorageOpener::kSameReplica,
                                  Promised(1)})
                  .detail,
              "");
  }
}

TEST(StorageCaseTest, RefusalsHaveTheirReasons) {
  const auto run = [](StorageOpener opener, StorageRefusal refusal) {
    return RunCase(StorageCase{{Save(Kind::kPromise, 1)}, opener, refusal}).detail;
  };
  for (const auto opener :
       {StorageOpener::kOtherReplica, StorageOpener::kOtherSize, StorageOpener::kOtherPrepareQuorum,
        StorageOpener::kOtherAcceptQuorum}) {
    EXPECT_EQ(run(opener, StorageRefusal::kOtherReplica), "");
  }
  EXPECT_EQ(run(StorageOpener::kSecondProcess, StorageRefusal::kSecondProcess), "");
  EXPECT_EQ(run(StorageOpener::kOtherFiles, StorageRefusal::kOtherFiles), "");
  for (const auto opener :
       {StorageOpener::kNoParent, StorageOpener::kFileForFolder, StorageOpener::kFolderForLog,
        StorageOpener::kLoopForLog, StorageOpener::kFolderForNewLog}) {
    EXPECT_EQ(run(opener, StorageRefusal::kUnusable), "");
  }
  EXPECT_EQ(run(StorageOpener::kOtherReplica, StorageRefusal::kDamaged),
            "opening: expected refused: damaged, observed refused: other_replica");
  EXPECT_EQ(run(StorageOpener::kSameReplica, StorageRefusal::kDamaged),
            "opening: expected refused: damaged, observed opened");
}

TEST(StorageCaseTest, DamageIsRefused) {
  const auto run = [](Means means, Part part, StorageRefusal refusal) {
    return RunCase(StorageCase{{Save(Kind::kVote, 1), StorageDamage{means, part}},
                               StorageOpener::kSameReplica,
                               refusal})
        .detail;
  };
  EXPECT_EQ(run(Means::kFlip, Part::kChecksum, StorageRefusal::kDamaged), "");
  EXPECT_EQ(run(Means::kCut, Part::kValue, StorageRefusal::kDamaged), "");
  EXPECT_EQ(run(Means::kForge, Part::kRnd, StorageRefusal::kDamaged), "");
  EXPECT_EQ(run(Means::kFlip, Part::kMagic, StorageRefusal::kNotALog), "");
  EXPECT_EQ(run(Means::kForge, Part::kVersion, StorageRefusal::kOtherVersion), "");
}

TEST(StorageCaseTest, ASaveThatIsNotAllowedMakesAFolderThatIsRefused) {
  EXPECT_EQ(RunCase(StorageCase{{Save(Kind::kPromise, 2), Save(Kind::kPromise, 1)},
                                StorageOpener::kSameReplica,
                                Promised(1)})
                .detail,
            "opening: expected opened, observed refused: damaged");
}

TEST(LogDamageTest, ForgedPartsHaveTheRightChecksum) {
  std::string log = paxos::EncodePreamble({0, 3, 2, 2}, 7);
  log.resize(paxos::kFirstRecordOffset);
  const std::string record = paxos::EncodeRecord(7, {paxos::Record::Kind::kVote, 4, "v"});
  const auto mark = [&](std::uint64_t sequence, std::uint64_t end) {
    const std::string bytes = paxos::EncodeMark({sequence, end});
    log.replace(paxos::MarkOffset(sequence), bytes.size(), bytes);
  };
  mark(6, 1536);
  log += record;
  mark(7, log.size());

  std::string forged = log;
  forged.replace(1536, record.size(),
                 paxos::EncodeRecord(7, {paxos::Record::Kind::kVote, -1, "v"}));
  EXPECT_EQ(Damaged(log, {Means::kForge, Part::kRnd}), forged);
  forged.replace(1536, record.size(), paxos::EncodeRecord(8, {paxos::Record::Kind::kVote, 4, "v"}));
  EXPECT_EQ(Damaged(log, {Means::kForge, Part::kSequence}), forged);
  EXPECT_EQ(Damaged(log, {Means::kCut, Part::kValue}), log.substr(0, 1536 + 21));
  forged = log;
  forged[1024 + 4] = '\xff';  // of the higher mark: that of record 7
  EXPECT_EQ(Damaged(log, {Means::kFlip, Part::kMarkSequence}), forged);
}

TEST(FaultyDiskTest, KnowsWhoOwesASync) {
  const base::TemporaryFolder folder;
  const std::string path = folder.Write("log", std::string(1536, '\0'));
  const int fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(fd, 0);
  const std::string bytes(20, 'x');
  FaultyDisk disk(false);
  const paxos::DiskCalls calls = disk.Calls();
  EXPECT_EQ(calls.write(fd, bytes.data(), 20, 1536), 20);
  EXPECT_TRUE(disk.owes_sync());
  EXPECT_EQ(calls.sync(fd), 0);
  EXPECT_EQ(calls.write(fd, bytes.data(), 20, 512), 20);
  EXPECT_FALSE(disk.owes_sync());
  EXPECT_EQ(calls.write(fd, bytes.data(), 20, 1556), 20);
  EXPECT_EQ(calls.write(fd, bytes.data(), 20, 1024), 20);
  EXPECT_EQ(calls.sync(fd), 0);
  EXPECT_TRUE(disk.owes_sync());  // the mark came first
  ::close(fd);
}

TEST(FaultyDiskTest, TearsOnlyTheNextRecord) {
  const base::TemporaryFolder folder;
  FaultyDisk disk(false);
  paxos::FileStorage::Options options;
  options.disk = disk.Calls();
  const std::string path = folder / "data";
  {
    paxos::FileStorage storage(path, {0, 3, 2, 2}, options);
    disk.FailAt(WriteFailure::kTornHead, false);
    EXPECT_THROW(storage.Save({paxos::Record::Kind::kPromise, 1, ""}), paxos::StorageError);
  }
  paxos::FileStorage storage(path, {0, 3, 2, 2}, options);
  EXPECT_EQ(storage.torn_bytes(), 12u);  // of 25
  storage.Save({paxos::Record::Kind::kPromise, 1, ""});
  EXPECT_EQ(storage.Load().promised, 1);
}

}  // namespace
}  // namespace adapter
