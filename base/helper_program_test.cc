#include "base/helper_program.h"

#include <gtest/gtest.h>

#include "base/temporary_folder.h"

namespace base {
namespace {

TEST(HelperProgramTest, LiesBesideTheProgramWhereItIsBuilt) {
  const TemporaryFolder folder;
  const std::string built = folder.Write("bin/helper", "");
  folder.Write("libexec/cpngen/helper", "");
  EXPECT_EQ(HelperProgramOf(folder / "bin", "helper"), built);
}

TEST(HelperProgramTest, LiesInLibexecWhereItIsInstalled) {
  const TemporaryFolder folder;
  const std::string installed = folder.Write("libexec/cpngen/helper", "");
  folder.Write("bin/program", "");
  EXPECT_EQ(HelperProgramOf(folder / "bin", "helper"), installed);
}

TEST(HelperProgramTest, MissingIsNamedBesideTheProgram) {
  const TemporaryFolder folder;
  EXPECT_EQ(HelperProgramOf(folder / "bin", "helper"), folder / "bin/helper");
}

}  // namespace
}  // namespace base
