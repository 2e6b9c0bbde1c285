#include "base/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "testing/files.h"

namespace base {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(TemporaryFolderTest, IsNewAndEmpty) {
  const TemporaryFolder one;
  const TemporaryFolder other;
  EXPECT_NE(one.path(), other.path());
  EXPECT_THAT(one.Names(), IsEmpty());
}

TEST(TemporaryFolderTest, VanishesWithEverythingInIt) {
  fs::path path;
  {
    const TemporaryFolder folder;
    folder.Write("sub/file", "text");
    path = folder.path();
    ASSERT_TRUE(fs::exists(path / "sub" / "file"));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolderTest, WritesTheBytesAndReturnsThePath) {
  const TemporaryFolder folder;
  EXPECT_EQ(folder.Write("a/b.txt", "1\r\n2"), folder / "a/b.txt");
  EXPECT_EQ(test::ReadFile(folder / "a/b.txt"), "1\r\n2");
}

TEST(TemporaryFolderTest, NamesAreSortedAndOfThisFolderOnly) {
  const TemporaryFolder folder;
  folder.Write("b", "");
  folder.Write("c/d", "");
  folder.Write("a", "");
  EXPECT_THAT(folder.Names(), ElementsAre("a", "b", "c"));
}

}  // namespace
}  // namespace base
