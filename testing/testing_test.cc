#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "base/temporary_folder.h"
#include "testing/files.h"
#include "testing/text.h"

namespace test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Throws;

TEST(ReadFileTest, ReturnsTheBytes) {
  const base::TemporaryFolder folder;
  const std::string bytes("a\r\n\0b", 5);
  EXPECT_EQ(ReadFile(folder.Write("file", bytes)), bytes);
}

TEST(ReadFileTest, ThrowsForWhatIsNoFile) {
  const base::TemporaryFolder folder;
  EXPECT_THAT([&] { ReadFile(folder / "absent"); }, Throws<std::runtime_error>());
  EXPECT_THAT([&] { ReadFile(folder.path()); }, Throws<std::runtime_error>());
}

TEST(FilesBelowTest, AreThoseOfSubfoldersTooSorted) {
  const base::TemporaryFolder folder;
  folder.Write("b.xml", "");
  folder.Write("a/c.xml", "");
  folder.Write("a.txt", "");
  EXPECT_THAT(FilesBelow(folder.path(), ".xml"), ElementsAre(folder / "a/c.xml", folder / "b.xml"));
}

TEST(FilesBelowTest, AreNoneWithoutTheFolder) {
  const base::TemporaryFolder folder;
  EXPECT_THAT(FilesBelow(folder / "absent", ".xml"), IsEmpty());
}

TEST(ReplaceTest, ChangesTheOnlyOccurrence) { EXPECT_EQ(Replace("a b c", "b", "bb"), "a bb c"); }

TEST(ReplaceTest, RefusesWhatIsThereNeverOrTwice) {
  EXPECT_THAT([] { Replace("a b c", "d", ""); }, Throws<std::logic_error>());
  EXPECT_THAT([] { Replace("a b a", "a", ""); }, Throws<std::logic_error>());
}

}  // namespace
}  // namespace test
