#include "adapter/systems/paxos/faults/faulty_disk.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include "base/temporary_folder.h"

namespace adapter {
namespace {

/// A disk with a new file "log" in a folder that was there, and is synced.
class FaultyDiskSyncTest : public ::testing::Test {
 protected:
  FaultyDiskSyncTest() { Write(log_); }

  int Open(const std::string& name, int flags) {
    return calls_.open(AT_FDCWD, (folder_ / name).c_str(), flags | O_CLOEXEC, 0600);
  }
  // A record, far behind the marks.
  void Write(int fd) { EXPECT_EQ(calls_.write(fd, "record", 6, 8192), 6); }

  const base::TemporaryFolder folder_;
  FaultyDisk disk_{false};
  const paxos::DiskCalls calls_ = disk_.Calls();
  const int log_ = Open("log", O_WRONLY | O_CREAT);
};

TEST_F(FaultyDiskSyncTest, ASyncIsOfTheFileThatWasWritten) {
  const int other = Open("other", O_WRONLY | O_CREAT);
  calls_.sync(other);
  EXPECT_TRUE(disk_.owes_sync());
  calls_.sync(log_);
  EXPECT_FALSE(disk_.owes_sync());
}

TEST_F(FaultyDiskSyncTest, ANewNameIsSyncedByItsFolder) {
  const int folder = Open(".", O_RDONLY | O_DIRECTORY);
  calls_.rename(folder, "log", "renamed");
  calls_.sync(log_);
  EXPECT_TRUE(disk_.owes_sync());
  calls_.sync(folder);
  EXPECT_FALSE(disk_.owes_sync());
}

TEST_F(FaultyDiskSyncTest, ANewFolderIsSyncedByItsParent) {
  calls_.sync(log_);
  ASSERT_EQ(calls_.make_folder((folder_ / "data").c_str(), 0700), 0);
  const int made = Open("data", O_RDONLY | O_DIRECTORY);
  calls_.sync(made);
  EXPECT_TRUE(disk_.owes_sync());
  calls_.sync(Open("data/..", O_RDONLY | O_DIRECTORY));
  EXPECT_FALSE(disk_.owes_sync());
}

TEST_F(FaultyDiskSyncTest, WhatIsClosedOwesNothing) {
  EXPECT_EQ(disk_.open_descriptors(), 1u);
  calls_.close(log_);
  EXPECT_EQ(disk_.open_descriptors(), 0u);
  EXPECT_FALSE(disk_.owes_sync());
}

}  // namespace
}  // namespace adapter
