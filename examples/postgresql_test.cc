// The commands of examples/postgresql/README.md, with the programs and a real server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "adapter/process/process.h"
#include "base/temporary_folder.h"
#include "testing/paths.h"

namespace {

using ::testing::HasSubstr;

const std::string kPrograms = test::BuildPath("/bin/");
const std::string kExample = test::SourcePath("/examples/postgresql/");

const char* const kReadCommitted = "level=read committed";
const char* const kRepeatableRead = "level=repeatable read";
const char* const kSerializable = "level=serializable";

TEST(PostgresqlModelTest, EachLevelPromisesMoreThanTheOneBelow) {
  for (const auto& [level, serializable, seen] :
       {std::tuple(kReadCommitted, "VIOLATED", "VIOLATED"),
        std::tuple(kRepeatableRead, "VIOLATED", "holds"),
        std::tuple(kSerializable, "holds", "holds")}) {
    const auto result = adapter::RunProcess(
        {kPrograms + "cpngen", "check", kExample + "isolation.lua", "-D", level});
    EXPECT_THAT(result.output,
                HasSubstr("\nwhat is committed is serializable: " + std::string(serializable)));
    EXPECT_THAT(result.output, HasSubstr("\nno row is written over unseen: " + std::string(seen)));
    EXPECT_THAT(result.output, HasSubstr("\nall transactions end: holds"));
  }
}

class PostgresqlExampleTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists("/usr/lib/postgresql")) {
      GTEST_SKIP() << "no server of PostgreSQL (scripts/install-deps installs it)";
    }
  }

  /// Cases of the suite of a level whose names the expression is found in; clients ask for `level`.
  adapter::ProcessResult Replay(const std::string& suite_level, const std::string& filter,
                                const std::string& level) {
    const auto made =
        adapter::RunProcess({kPrograms + "cpngen", "generate", kExample + "isolation.lua",
                             "--state-space", "--merge", "-D", suite_level, "-o", suite_});
    EXPECT_EQ(made.exit_code, 0) << made.output;
    return adapter::RunProcess({kPrograms + "adapter", "run", suite_, "--system",
                                kExample + "postgresql.system.lua", "--filter", filter, "-D", level,
                                "--timeout", "60s"});
  }

  base::TemporaryFolder folder_;
  const std::string suite_ = folder_ / "isolation.xml";
};

TEST_F(PostgresqlExampleTest, EachLevelKeepsItsPromises) {
  for (const std::string level : {kReadCommitted, kRepeatableRead, kSerializable}) {
    const auto result = Replay(level, "[27]7$", level);
    EXPECT_EQ(result.exit_code, 0) << result.output;
    EXPECT_THAT(result.output, HasSubstr("PASS: 30 passed of 30 (system ")) << level;
  }
}

TEST_F(PostgresqlExampleTest, ALostUpdateIsFoundAtReadCommitted) {
  const auto result = Replay(kRepeatableRead, "#1$", kReadCommitted);
  EXPECT_EQ(result.exit_code, 1) << result.output;
  EXPECT_THAT(result.output,
              HasSubstr("expected Failed (transaction 2), observed server: Wrote (transaction 2)"));
}

TEST_F(PostgresqlExampleTest, AWriteSkewIsFoundAtRepeatableRead) {
  const auto result = Replay(kSerializable, "#27$", kRepeatableRead);
  EXPECT_EQ(result.exit_code, 1) << result.output;
  EXPECT_THAT(result.output, HasSubstr("expected Failed (transaction 1), observed server: "
                                       "Committed (transaction 1)"));
}

}  // namespace
