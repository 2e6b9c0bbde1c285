#include "base/output_place.h"

#include <gtest/gtest.h>

#include "base/temporary_folder.h"

namespace base {
namespace {

namespace fs = std::filesystem;

TEST(OutputPlaceTest, AFileNeedsAFolder) {
  const TemporaryFolder folder;
  EXPECT_EQ(ProblemOfOutput(folder / "new"), "");
  EXPECT_EQ(ProblemOfOutput("new"), "");
  EXPECT_EQ(ProblemOfOutput(folder / "no/new"),
            "the folder " + (folder / "no") + " does not exist");
}

TEST(OutputPlaceTest, AFolderIsNoFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(ProblemOfOutput(folder / ""), "this is a folder, and a file is needed");
  EXPECT_EQ(ProblemOfOutput(folder / "."), "this is a folder, and a file is needed");
}

TEST(OutputPlaceTest, ALinkIntoAFolderThatIsNotThereIsRefused) {
  const TemporaryFolder folder;
  fs::create_symlink("no/target", folder / "link");
  EXPECT_EQ(ProblemOfOutput(folder / "link"),
            "the folder " + (folder / "no") + " cannot be written to");
}

TEST(OutputPlaceTest, DetoursLeadToTheSameFile) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("a", "");
  fs::create_directory(folder / "sub");
  EXPECT_EQ(FileIdentity(folder / "sub/../a"), FileIdentity(file));
  fs::create_hard_link(file, folder / "hard");
  EXPECT_EQ(FileIdentity(folder / "hard"), FileIdentity(file));
  fs::create_symlink("a", folder / "link");
  EXPECT_EQ(FileIdentity(folder / "link"), FileIdentity(file));
  folder.Write("b", "");
  EXPECT_NE(FileIdentity(folder / "b"), FileIdentity(file));
}

TEST(OutputPlaceTest, DetoursLeadToTheSameNewFile) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "sub");
  EXPECT_EQ(FileIdentity(folder / "sub/../new"), FileIdentity(folder / "./new"));
  fs::create_symlink("../new", folder / "sub/link");
  EXPECT_EQ(FileIdentity(folder / "sub/link"), FileIdentity(folder / "new"));
  EXPECT_NE(FileIdentity(folder / "sub/new"), FileIdentity(folder / "new"));
}

TEST(OutputPlaceTest, ADeviceIsNoFileOfItsOwn) { EXPECT_EQ(FileIdentity("/dev/null"), ""); }

}  // namespace
}  // namespace base
