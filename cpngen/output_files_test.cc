#include "cpngen/output_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/atomic_file.h"
#include "base/temporary_folder.h"
#include "cpngen/input_error.h"
#include "cpngen/testing.h"
#include "testing/files.h"

namespace cpngen {
namespace {

using base::TemporaryFolder;
using test::ReadFile;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(OutputFilesTest, WritesAll) {
  const TemporaryFolder folder;
  WriteFiles({{folder / "a", "1"}, {folder / "b", "2"}}, {});
  EXPECT_EQ(ReadFile(folder / "a"), "1");
  EXPECT_EQ(ReadFile(folder / "b"), "2");
}

TEST(OutputFilesTest, WritesNoneWhenOneCannotBeWritten) {
  const TemporaryFolder folder;
  EXPECT_THROW(WriteFiles({{folder / "a", "1"}, {folder / "no/b", "2"}}, {}), base::FileError);
  EXPECT_THAT(folder.Names(), IsEmpty());
}

TEST(OutputFilesTest, PartGoesBeforeTheExtension) {
  EXPECT_EQ(InsertIntoName("a.b/c.d.xml", "-7"), "a.b/c.d-7.xml");
  EXPECT_EQ(InsertIntoName("c", "-7"), "c-7");
}

std::string ErrorOf(const std::vector<NamedOutput>& outputs, const Paths& inputs) {
  try {
    RequireOutputs(outputs, inputs);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(OutputFilesTest, MissingFolderIsRefused) {
  const TemporaryFolder folder;
  EXPECT_EQ(ErrorOf({{"-o", folder / "no/x.xml"}}, {}),
            "-o " + (folder / "no/x.xml") + ": the folder " + (folder / "no") + " does not exist");
}

TEST(OutputFilesTest, FolderInsteadOfAFileIsRefused) {
  const TemporaryFolder folder;
  EXPECT_EQ(ErrorOf({{"-o", folder / "."}}, {}),
            "-o " + (folder / ".") + ": this is a folder, and a file is needed");
}

TEST(OutputFilesTest, OutputsThatAreNotGivenAreNotLookedAt) {
  EXPECT_EQ(ErrorOf({{"-o", ""}, {"--dot", ""}}, {""}), "");
}

TEST(OutputFilesTest, TwoOutputsAreNotTheSameFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(ErrorOf({{"-o", folder / "r.dot"}, {"--dot", folder / "./r.dot"}}, {}),
            "--dot " + (folder / "./r.dot") + ": -o " + (folder / "r.dot") +
                " is the same file; name another one");
}

TEST(OutputFilesTest, AnOutputIsNoInput) {
  const TemporaryFolder folder;
  const std::string model = folder.Write("m.lua", "");
  std::filesystem::create_symlink("m.lua", folder / "r.txt");
  EXPECT_EQ(ErrorOf({{"-o", folder / "r.txt"}}, {model}),
            "-o " + (folder / "r.txt") + ": this is the input " + model + "; name another file");
}

TEST(OutputFilesTest, ADeviceMayBeNamedSeveralTimes) {
  EXPECT_EQ(ErrorOf({{"-o", "/dev/null"}, {"--dump", "/dev/null"}}, {"/dev/null"}), "");
}

TEST(OutputFilesTest, NothingIsWrittenOverAnInput) {
  const TemporaryFolder folder;
  const std::string model = folder.Write("a-1.lua", "model");
  EXPECT_THROW(WriteFiles({{folder / "new", "1"}, {folder / "./a-1.lua", "2"}}, {model}),
               InputError);
  EXPECT_EQ(ReadFile(model), "model");
  EXPECT_THAT(folder.Names(), ElementsAre("a-1.lua"));
}

TEST(OutputFilesTest, NoTwoFilesAreWrittenToOnePlace) {
  const TemporaryFolder folder;
  EXPECT_THROW(WriteFiles({{folder / "a", "1"}, {folder / "./a", "2"}}, {}), InputError);
  EXPECT_THAT(folder.Names(), IsEmpty());
}

}  // namespace
}  // namespace cpngen
