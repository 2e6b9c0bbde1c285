// The storage in a folder: what was saved is there after a crash at any point, and a folder that
// cannot be trusted is refused.
#include "sut/paxos/storage/file_storage.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "testing/files.h"

namespace paxos {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

const LogOwner kOwner = {1, 3, 2, 2};
const Record kPromise = {Record::Kind::kPromise, 4, ""};
const Record kVote = {Record::Kind::kVote, 4, "M1"};
const Record kRound = {Record::Kind::kRound, 7, ""};
const Record kDecision = {Record::Kind::kDecision, 4, "M1"};

void Write(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

class FileStorageTest : public testing::Test {
 protected:
  std::string ErrorOf(const LogOwner& owner = kOwner) const {
    try {
      const FileStorage storage(data_, owner);
      return "none";
    } catch (const StorageError& error) {
      return error.what();
    }
  }
  StoredState Reopened() const { return FileStorage(data_, kOwner).Load(); }
  void SaveAll(const std::vector<Record>& records) const {
    FileStorage storage(data_, kOwner);
    for (const Record& record : records) storage.Save(record);
  }

  base::TemporaryFolder folder_;
  const std::string data_ = folder_ / "data";
  const std::string log_ = data_ + "/log";
};

TEST_F(FileStorageTest, NewFolderIsMadeAndEmpty) {
  EXPECT_EQ(Reopened(), StoredState());
  EXPECT_EQ(Reopened(), StoredState());
}

TEST_F(FileStorageTest, WhatWasSavedIsThereAfterReopening) {
  SaveAll({kPromise, kVote, kRound});
  EXPECT_EQ(Reopened(), (StoredState{4, RoundValue{4, "M1"}, 7, std::nullopt}));
  SaveAll({kDecision, {Record::Kind::kPromise, 9, ""}});
  EXPECT_EQ(Reopened(), (StoredState{9, RoundValue{4, "M1"}, 7, RoundValue{4, "M1"}}));
}

TEST_F(FileStorageTest, AnyBytesAreAValue) {
  const std::string value("\0\xff\n", 3);
  SaveAll({{Record::Kind::kVote, 0, value}, {Record::Kind::kDecision, 0, ""}});
  EXPECT_EQ(Reopened(), (StoredState{0, RoundValue{0, value}, std::nullopt, RoundValue{0, ""}}));
}

TEST_F(FileStorageTest, LogDoesNotGrowForEver) {
  FileStorage::Options options;
  options.max_growth = 1000;
  FileStorage storage(data_, kOwner, options);
  for (Round rnd = 0; rnd < 500; ++rnd) storage.Save({Record::Kind::kVote, rnd, "M1"});
  EXPECT_LT(fs::file_size(log_), kFirstRecordOffset + 1200);
  EXPECT_EQ(storage.Load(), (StoredState{499, RoundValue{499, "M1"}, std::nullopt, std::nullopt}));
  EXPECT_THAT(ErrorOf(), HasSubstr("another process uses this data folder"));
}

TEST_F(FileStorageTest, FolderServesOneAtATime) {
  {
    const FileStorage storage(data_, kOwner);
    EXPECT_EQ(ErrorOf(),
              data_ + ": another process uses this data folder; each replica needs its own");
  }
  EXPECT_EQ(ErrorOf(), "none");
}

TEST_F(FileStorageTest, RefusesTheFolderOfAnotherReplicaOrConfiguration) {
  SaveAll({kPromise});
  const std::string before = test::ReadFile(log_);
  const std::string belongs =
      data_ + ": it belongs to replica 1 of 3 with prepare quorum 2 and accept quorum 2; this is ";
  EXPECT_EQ(ErrorOf({0, 3, 2, 2}),
            belongs + "replica 0 of 3 with prepare quorum 2 and accept quorum 2");
  EXPECT_EQ(ErrorOf({1, 5, 2, 2}),
            belongs + "replica 1 of 5 with prepare quorum 2 and accept quorum 2");
  EXPECT_EQ(ErrorOf({1, 3, 3, 2}),
            belongs + "replica 1 of 3 with prepare quorum 3 and accept quorum 2");
  EXPECT_EQ(ErrorOf({1, 3, 2, 3}),
            belongs + "replica 1 of 3 with prepare quorum 2 and accept quorum 3");
  EXPECT_EQ(test::ReadFile(log_), before);
}

TEST_F(FileStorageTest, RefusesAFolderOfOtherThings) {
  fs::create_directory(data_);
  Write(data_ + "/notes.txt", "mine");
  EXPECT_EQ(ErrorOf(), data_ +
                           ": not a data folder of paxos_server: it has 'notes.txt' in it and no "
                           "'log'; name an empty or new folder");
  EXPECT_FALSE(fs::exists(log_));
}

TEST_F(FileStorageTest, RefusesWhatIsNoFolder) {
  Write(data_, "a file");
  EXPECT_EQ(ErrorOf(), data_ + ": cannot open the folder: Not a directory");
  const std::string nowhere = folder_ / "a/b";
  EXPECT_THAT([&] { FileStorage(nowhere, kOwner); },
              testing::ThrowsMessage<StorageError>(nowhere + ": cannot make the folder: No such "
                                                             "file or directory"));
}

TEST_F(FileStorageTest, RefusesADamagedLogAndLeavesItAsItIs) {
  SaveAll({kPromise, kVote});
  std::string log = test::ReadFile(log_);
  log[kFirstRecordOffset + 10] = '!';
  Write(log_, log);
  EXPECT_THAT(ErrorOf(), HasSubstr(log_ + ": damaged at byte 1536: record 1's checksum is wrong"));
  EXPECT_EQ(test::ReadFile(log_), log);
}

TEST_F(FileStorageTest, ReplacementThatWasNotFinishedIsNotUsed) {
  SaveAll({kPromise});
  Write(data_ + "/log.new", "half a log");
  EXPECT_EQ(Reopened().promised, 4);
  fs::remove(log_);
  Write(data_ + "/log.new", "half a log");  // crashed while it made the folder
  EXPECT_EQ(Reopened(), StoredState());
}

TEST_F(FileStorageTest, SaveSyncsTheRecordAndThenMarksIt) {
  std::vector<std::string> calls;
  FileStorage::Options options;
  options.disk.write = [&](int fd, const char* bytes, std::size_t size, std::int64_t offset) {
    calls.push_back(offset < 1536 ? "mark" : "record");
    return pwrite(fd, bytes, size, offset);
  };
  options.disk.sync = [&](int fd) {
    calls.push_back("sync");
    return fdatasync(fd);
  };
  FileStorage storage(data_, kOwner, options);
  calls.clear();
  storage.Save(kPromise);
  EXPECT_THAT(calls, ElementsAre("record", "sync", "mark"));
}

// A process that made the folder may have ended before it synced the folder's name.
TEST_F(FileStorageTest, ParentIsSyncedUntilThereIsALog) {
  std::map<int, std::string> paths;
  std::vector<std::string> synced;
  FileStorage::Options options;
  options.disk.open = [&](int folder, const char* path, int flags, mode_t mode) {
    const int fd = openat(folder, path, flags, mode);
    paths[fd] = path;
    return fd;
  };
  options.disk.sync = [&](int fd) {
    synced.push_back(paths[fd]);
    return fdatasync(fd);
  };
  fs::create_directory(data_);
  { const FileStorage storage(data_, kOwner, options); }
  EXPECT_THAT(synced, ElementsAre(data_ + "/..", "log.new", data_));
  synced.clear();
  { const FileStorage storage(data_, kOwner, options); }
  EXPECT_THAT(synced, ElementsAre("log.new", data_));
}

TEST_F(FileStorageTest, ShortAndInterruptedWritesGoOn) {
  int calls = 0;
  FileStorage::Options options;
  options.disk.write = [&](int fd, const char* bytes, std::size_t size,
                           std::int64_t offset) -> ssize_t {
    errno = EINTR;
    if (++calls % 2 == 0) return -1;
    return pwrite(fd, bytes, std::min<std::size_t>(size, 7), offset);
  };
  FileStorage(data_, kOwner, options).Save(kVote);
  EXPECT_EQ(Reopened().vote, (RoundValue{4, "M1"}));
}

TEST_F(FileStorageTest, AfterAFailedWriteOrSyncNothingCanBeSaved) {
  for (const bool in_write : {true, false}) {
    bool fails = false;
    FileStorage::Options options;
    options.disk.write = [&](int fd, const char* bytes, std::size_t size,
                             std::int64_t offset) -> ssize_t {
      errno = ENOSPC;
      return fails && in_write ? -1 : pwrite(fd, bytes, size, offset);
    };
    options.disk.sync = [&](int fd) {
      errno = EIO;
      return fails && !in_write ? -1 : fdatasync(fd);
    };
    fs::remove_all(data_);
    FileStorage storage(data_, kOwner, options);
    storage.Save(kPromise);
    fails = true;
    const std::string reason = in_write ? ": cannot write the log: No space left on device"
                                        : ": cannot sync the log: Input/output error";
    EXPECT_THAT([&] { storage.Save(kVote); }, testing::ThrowsMessage<StorageError>(log_ + reason));
    fails = false;
    EXPECT_THAT([&] { storage.Save(kVote); },
                testing::ThrowsMessage<StorageError>(
                    log_ + ": a write failed before; the folder must be opened anew"));
    EXPECT_EQ(storage.Load().promised, 4);
    EXPECT_FALSE(storage.Load().vote.has_value());
  }
}

// A disk that keeps what was synced, and of the rest whatever the crash leaves: a model of the
// machine's failure, in which all writes since the last sync may be there or not.
class CrashingDisk {
 public:
  struct Step {
    bool sync = false;
    std::string bytes;
    std::int64_t offset = 0;
  };

  DiskCalls Calls() {
    DiskCalls calls = DiskCalls::System();
    calls.write = [this](int fd, const char* bytes, std::size_t size, std::int64_t offset) {
      steps_.push_back({false, std::string(bytes, size), offset});
      return pwrite(fd, bytes, size, offset);
    };
    calls.sync = [this](int fd) {
      steps_.push_back({true, "", 0});
      return fdatasync(fd);
    };
    return calls;
  }
  void Clear() { steps_.clear(); }
  const std::vector<Step>& steps() const { return steps_; }

 private:
  std::vector<Step> steps_;
};

void Put(std::string& image, const CrashingDisk::Step& step, std::size_t size) {
  const auto offset = static_cast<std::size_t>(step.offset);
  if (size == 0) return;
  image.resize(std::max(image.size(), offset + size));
  image.replace(offset, size, step.bytes.substr(0, size));
}

// Crashes in each step and, for a record, after each of its bytes, with and without a mark that was
// not synced: the state is then one that was saved, and never before one that Save returned for.
TEST_F(FileStorageTest, CrashAtAnyPointLosesNothingThatWasSaved) {
  CrashingDisk disk;
  FileStorage::Options options;
  options.disk = disk.Calls();
  FileStorage storage(data_, kOwner, options);
  const std::string base = test::ReadFile(log_);
  disk.Clear();
  std::vector<StoredState> states = {storage.Load()};
  std::vector<std::size_t> saved_at = {0};  // steps made when Save returned
  for (const Record& record : {kPromise, kVote, kRound, kDecision}) {
    storage.Save(record);
    states.push_back(storage.Load());
    saved_at.push_back(disk.steps().size());
  }
  int crashes = 0;
  for (std::size_t crash = 0; crash <= disk.steps().size(); ++crash) {
    const auto returned = std::upper_bound(saved_at.begin(), saved_at.end(), crash) - 1;
    const auto at_least = static_cast<std::size_t>(returned - saved_at.begin());
    const std::size_t last = crash < disk.steps().size() ? disk.steps()[crash].bytes.size() : 0;
    const bool is_mark = last > 0 && disk.steps()[crash].offset < 1536;
    for (std::size_t torn = 0; torn <= last; torn += is_mark ? last : 1) {
      for (const bool marks_lost : {false, true}) {
        std::string image = base;
        for (std::size_t i = 0; i < crash; ++i) {
          const CrashingDisk::Step& step = disk.steps()[i];
          const bool synced = std::any_of(disk.steps().begin() + static_cast<std::ptrdiff_t>(i),
                                          disk.steps().begin() + static_cast<std::ptrdiff_t>(crash),
                                          [](const auto& later) { return later.sync; });
          if (synced || !marks_lost || step.offset >= 1536) Put(image, step, step.bytes.size());
        }
        if (last > 0) Put(image, disk.steps()[crash], torn);
        const StoredState state = DecodeLog(image, log_).state;
        const bool known = state == states[at_least] ||
                           (at_least + 1 < states.size() && state == states[at_least + 1]);
        ASSERT_TRUE(known) << "crash in step " << crash << " after " << torn << " bytes";
        ++crashes;
      }
    }
  }
  EXPECT_GT(crashes, 200);
}

// A real full disk: the kernel writes a part of the record, then nothing.
TEST_F(FileStorageTest, FullDiskLosesNothingThatWasSaved) {
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    FileStorage storage(data_, kOwner);
    storage.Save(kPromise);
    const rlimit limit = {fs::file_size(log_) + 10, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      storage.Save(kVote);
    } catch (const StorageError& error) {
      _exit(std::string(error.what()) == log_ + ": cannot write the log: File too large" ? 0 : 2);
    }
    _exit(1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  FileStorage storage(data_, kOwner);
  EXPECT_EQ(storage.torn_bytes(), 10u);
  EXPECT_EQ(storage.Load(), (StoredState{4, std::nullopt, std::nullopt, std::nullopt}));
}

TEST_F(FileStorageTest, RefusesALinkInPlaceOfTheLog) {
  fs::create_directory(data_);
  fs::create_symlink("/dev/zero", log_);
  EXPECT_EQ(ErrorOf(), log_ + ": cannot open the log: it is a symbolic link");
}

TEST_F(FileStorageTest, RefusesWhatIsNoRegularFileInPlaceOfTheLog) {
  fs::create_directory(data_);
  ASSERT_EQ(mkfifo(log_.c_str(), 0600), 0);  // nobody writes into it
  EXPECT_EQ(ErrorOf(), log_ + ": cannot open the log: it is no regular file");
}

TEST_F(FileStorageTest, RefusesALogOfImpossibleSize) {
  fs::create_directory(data_);
  Write(log_, "");
  fs::resize_file(log_, std::uintmax_t{1} << 40);  // a hole: it takes no room
  EXPECT_EQ(ErrorOf(), log_ + ": cannot open the log: it has more than 256 MiB");
}

TEST_F(FileStorageTest, ALinkInPlaceOfTheNewLogLeadsNowhere) {
  SaveAll({kVote});
  const std::string victim = folder_ / "victim";
  Write(victim, "kept");
  fs::create_symlink(victim, data_ + "/log.new");
  EXPECT_EQ(Reopened().vote, (RoundValue{4, "M1"}));
  EXPECT_EQ(test::ReadFile(victim), "kept");
}

}  // namespace
}  // namespace paxos
