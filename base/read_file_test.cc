#include "base/read_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "base/atomic_file.h"
#include "base/temporary_folder.h"

namespace base {
namespace {

class ReadFileTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
};

TEST_F(ReadFileTest, KeepsEveryByte) {
  std::string bytes("a\r\n\0\xff", 5);
  bytes.append(200'000, 'x');  // more than one block
  WriteFileAtomically(folder_ / "a", bytes);
  const FileContents contents = ReadFile(folder_ / "a");
  EXPECT_EQ(contents.bytes, bytes);
  EXPECT_EQ(contents.problem, "");
}

TEST_F(ReadFileTest, SaysWhyAFileCannotBeRead) {
  EXPECT_EQ(ReadFile(folder_ / "a").problem, "No such file or directory");
  EXPECT_EQ(ReadFile(folder_.path()).problem, "Is a directory");
}

TEST_F(ReadFileTest, RefusesMoreThanTheLimit) {
  WriteFileAtomically(folder_ / "a", "12345");
  EXPECT_EQ(ReadFile(folder_ / "a", 5).bytes, "12345");
  const FileContents contents = ReadFile(folder_ / "a", 4);
  EXPECT_EQ(contents.bytes, "");
  EXPECT_EQ(contents.problem, "it has more than 4 bytes");
}

TEST_F(ReadFileTest, ADeviceThatNeverEndsIsRefusedAtTheLimit) {
  EXPECT_EQ(ReadFile("/dev/zero", 1000).problem, "it has more than 1000 bytes");
}

TEST_F(ReadFileTest, APipeThatNobodyWritesIntoIsRefused) {
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(ReadFile(pipe).problem, "nobody writes into this pipe");
}

TEST_F(ReadFileTest, APipeIsReadToItsEnd) {
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string bytes(200'000, 'x');
  std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << bytes; });
  EXPECT_EQ(ReadFile(pipe).bytes, bytes);
  writer.join();
}

}  // namespace
}  // namespace base
