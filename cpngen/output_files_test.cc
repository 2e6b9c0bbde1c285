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
  WriteFiles({{folder / "a", "1"}, {folder / "b", "2"}});
  EXPECT_EQ(ReadFile(folder / "a"), "1");
  EXPECT_EQ(ReadFile(folder / "b"), "2");
}

TEST(OutputFilesTest, WritesNoneWhenOneCannotBeWritten) {
  const TemporaryFolder folder;
  EXPECT_THROW(WriteFiles({{folder / "a", "1"}, {folder / "no/b", "2"}}), base::FileError);
  EXPECT_THAT(folder.Names(), IsEmpty());
}

TEST(OutputFilesTest, PartGoesBeforeTheExtension) {
  EXPECT_EQ(InsertIntoName("a.b/c.d.xml", "-7"), "a.b/c.d-7.xml");
  EXPECT_EQ(InsertIntoName("c", "-7"), "c-7");
}

TEST(OutputFilesTest, MissingFolderIsRefused) {
  const TemporaryFolder folder;
  try {
    RequireWritablePlace("-o", folder / "no/x.xml");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(), "-o " + (folder / "no/x.xml") + ": the folder " + (folder / "no") +
                                " does not exist");
  }
}

TEST(OutputFilesTest, FolderInsteadOfAFileIsRefused) {
  const TemporaryFolder folder;
  EXPECT_THROW(RequireWritablePlace("-o", folder / ""), InputError);
  EXPECT_THROW(RequireWritablePlace("-o", folder / "."), InputError);
  EXPECT_NO_THROW(RequireWritablePlace("-o", folder / "x.xml"));
  EXPECT_NO_THROW(RequireWritablePlace("-o", "x.xml"));
}

}  // namespace
}  // namespace cpngen
