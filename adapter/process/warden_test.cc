#include <gtest/gtest.h>

#include "adapter/process/process.h"
#include "adapter/process/testing/instances.h"
#include "base/temporary_folder.h"

namespace adapter {
namespace {

TEST(WardenTest, IsNotStartedByHand) {
  const std::string program =
      std::filesystem::path(Misbehaving("", {}).command[0]).parent_path() / "adapter_warden";
  const ProcessResult result = RunProcess({program});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output, "adapter_warden: is started by `adapter run`, not by hand\n");
}

TEST(WardenTest, ATemporaryFolderThatIsNotThereIsNamed) {
  const char* before = ::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", "/no/such/folder", 1);
  std::string error;
  try {
    const ProcessTree tree;
  } catch (const ProcessError& thrown) {
    error = thrown.what();
  }
  before == nullptr ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", kept.c_str(), 1);
  EXPECT_EQ(error,
            "cannot start processes: there is no temporary folder: No such file or directory");
}

// A copy of this program in a folder of its own has no warden beside it.
TEST(WardenTest, AMissingWardenIsNamed) {
  const base::TemporaryFolder folder;
  std::filesystem::copy_file("/proc/self/exe", folder / "alone");
  const ProcessResult result =
      RunProcess({folder / "alone", "--gtest_filter=WardenTest.IsFoundBesideTheProgram"});
  EXPECT_EQ(result.exit_code, 1);
  const std::string error =
      "\"cannot start processes: " + (folder / "adapter_warden") + ": No such file or directory\"";
  EXPECT_NE(result.output.find(error), std::string::npos) << result.output;
}

TEST(WardenTest, IsFoundBesideTheProgram) { EXPECT_NO_THROW(ProcessTree()); }

}  // namespace
}  // namespace adapter
