#include "base/atomic_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "base/temporary_folder.h"
#include "testing/files.h"

namespace base {
namespace {

namespace fs = std::filesystem;
using test::ReadFile;

std::string WriteError(const std::string& path, const std::string& bytes) {
  try {
    WriteFileAtomically(path, bytes);
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

TEST(AtomicFileTest, WritesANewFile) {
  const TemporaryFolder folder;
  const std::string bytes("a\0b\n", 4);
  WriteFileAtomically(folder.path() / "x", bytes);
  EXPECT_EQ(ReadFile(folder.path() / "x"), bytes);
  EXPECT_THAT(folder.Names(), ::testing::ElementsAre("x"));
}

TEST(AtomicFileTest, PiecesBecomeAFileWhenTheyAreCommitted) {
  const TemporaryFolder folder;
  const std::string path = folder.Write("x", "old");
  AtomicFile file(path);
  file.Write("one ");
  file.Write("two");
  EXPECT_EQ(ReadFile(path), "old");
  file.Commit();
  EXPECT_EQ(ReadFile(path), "one two");
  EXPECT_THAT(folder.Names(), ::testing::ElementsAre("x"));
}

TEST(AtomicFileTest, WhatIsNotCommittedLeavesNothingBehind) {
  const TemporaryFolder folder;
  const std::string path = folder.Write("x", "old");
  {
    AtomicFile file(path);
    file.Write("new");
  }
  EXPECT_EQ(ReadFile(path), "old");
  EXPECT_THAT(folder.Names(), ::testing::ElementsAre("x"));
}

TEST(AtomicFileTest, BothWaysOfWaitingGiveTheSame) {
  for (const AtomicFile::Wait wait :
       {AtomicFile::Wait::kWithoutName, AtomicFile::Wait::kTemporary}) {
    const TemporaryFolder folder;
    for (const char* text : {"first", "second"}) {
      AtomicFile file(folder / "x", wait);
      file.Write(text);
      EXPECT_EQ(folder.Names().size(),
                (text == std::string("second")) + (wait == AtomicFile::Wait::kTemporary ? 1u : 0u));
      file.Commit();
      EXPECT_EQ(ReadFile(folder.path() / "x"), text);
      EXPECT_THAT(folder.Names(), ::testing::ElementsAre("x"));
    }
  }
}

TEST(AtomicFileTest, AProgramThatIsKilledLeavesNothingBehind) {
  const TemporaryFolder folder;
  const std::string path = folder.Write("x", "old");
  EXPECT_EXIT(
      {
        AtomicFile replaced(path);
        AtomicFile made(folder / "y");
        replaced.Write("new");
        made.Write("new");
        std::raise(SIGKILL);
      },
      ::testing::KilledBySignal(SIGKILL), "");
  EXPECT_EQ(ReadFile(path), "old");
  EXPECT_THAT(folder.Names(), ::testing::ElementsAre("x"));
}

TEST(AtomicFileTest, NewFilesHaveTheUsualPermissions) {
  const TemporaryFolder folder;
  const mode_t before = ::umask(027);
  WriteFileAtomically(folder / "x", "a");
  ::umask(before);
  struct stat status {};
  ASSERT_EQ(::stat((folder / "x").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST(AtomicFileTest, ReplacesAFileThroughANewOne) {
  const TemporaryFolder folder;
  const std::string path = folder.Write("x", "old and longer");
  fs::create_hard_link(path, folder.path() / "reader");  // somebody who still reads the old one
  WriteFileAtomically(path, "new");
  EXPECT_EQ(ReadFile(path), "new");
  EXPECT_EQ(ReadFile(folder.path() / "reader"), "old and longer");
}

TEST(AtomicFileTest, FollowsASymbolicLink) {
  const TemporaryFolder folder;
  const std::string path = folder.Write("x", "old");
  fs::create_symlink("x", folder.path() / "link");
  WriteFileAtomically(folder.path() / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
  EXPECT_EQ(ReadFile(path), "new");
}

TEST(AtomicFileTest, FollowsADanglingSymbolicLink) {
  const TemporaryFolder folder;
  fs::create_symlink("x", folder.path() / "link");
  WriteFileAtomically(folder.path() / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
  EXPECT_EQ(ReadFile(folder.path() / "x"), "new");
}

// A pipe in a folder of its own, never a device: the tests may run as root, and an error in what
// they test must not be able to replace /dev/null.
TEST(AtomicFileTest, WritesDirectlyToAPipe) {
  const TemporaryFolder folder;
  const std::string pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  WriteFileAtomically(pipe, "bytes");
  char read[16];
  const ssize_t count = ::read(reader, read, sizeof read);
  ::close(reader);
  EXPECT_TRUE(fs::is_fifo(pipe));
  ASSERT_EQ(count, 5);
  EXPECT_EQ(std::string(read, 5), "bytes");
}

TEST(AtomicFileTest, NamesPathAndReason) {
  EXPECT_EQ(WriteError("/nonexistent/x", "a"),
            "/nonexistent/x: cannot write: No such file or directory");
  const TemporaryFolder folder;
  EXPECT_EQ(WriteError(folder.path(), "a"),
            folder.path().string() + ": cannot write: Is a directory");
}

TEST(AtomicFileTest, FailsOnALoopOfLinks) {
  const TemporaryFolder folder;
  const std::string link = folder.path() / "link";
  fs::create_symlink("link", link);
  EXPECT_EQ(WriteError(link, "a"), link + ": cannot write: Too many levels of symbolic links");
}

/// Lets this process write at most so many bytes to a file, as a full disk would.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  void (*handler_)(int);
  rlimit before_{};
};

TEST(AtomicFileTest, KeepsTheOldFileWhenWritingFails) {
  const TemporaryFolder folder;
  const std::string path = folder.Write("x", "old");
  std::string error;
  {
    const FileSizeLimit limit(1000);
    error = WriteError(path, std::string(5000, 'n'));
  }
  EXPECT_EQ(error, path + ": cannot write: File too large");
  EXPECT_EQ(ReadFile(path), "old");
  EXPECT_THAT(folder.Names(), ::testing::ElementsAre("x"));
}

}  // namespace
}  // namespace base
