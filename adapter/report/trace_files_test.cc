#include "adapter/report/trace_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/input_error.h"
#include "base/temporary_folder.h"
#include "testing/files.h"
#include "trace/trace_file.h"

namespace adapter {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

CaseResult Result(const std::string& suite, const std::string& id, Outcome outcome) {
  CaseResult result;
  result.suite = suite;
  result.id = id;
  result.seed = 7;
  result.verdict.outcome = outcome;
  result.verdict.trace.header.made_by = "test";
  result.verdict.trace.header.system = "toy";
  return result;
}

class TraceFilesTest : public ::testing::Test {
 protected:
  TraceFilesTest() { options_.trace = folder_.path().string(); }

  base::TemporaryFolder folder_;
  RunOptions options_;
};

TEST_F(TraceFilesTest, OnlyCasesThatDidNotPassHaveFiles) {
  WriteTraceFiles({Result("s", "1", Outcome::kPass), Result("s", "2", Outcome::kFail),
                   Result("s", "3", Outcome::kInconclusive)},
                  options_);
  EXPECT_THAT(folder_.Names(),
              ElementsAre("s-2.svg", "s-2.trace.json", "s-3.svg", "s-3.trace.json"));
  EXPECT_EQ(trace::ReadTraces(folder_ / "s-2.trace.json").at(0).header.system, "toy");
}

TEST_F(TraceFilesTest, VerboseWritesThoseOfPassingCasesToo) {
  options_.verbose = true;
  WriteTraceFiles({Result("s", "1", Outcome::kPass)}, options_);
  EXPECT_THAT(folder_.Names(), ElementsAre("s-1.svg", "s-1.trace.json"));
}

TEST_F(TraceFilesTest, FilesOfAnEarlierRunOfTheSameCasesGo) {
  WriteTraceFiles({Result("s", "1", Outcome::kFail), Result("s", "2", Outcome::kFail)}, options_);
  folder_.Write("other.trace.json", "");
  WriteTraceFiles({Result("s", "1", Outcome::kPass)}, options_);
  EXPECT_THAT(folder_.Names(), ElementsAre("other.trace.json", "s-2.svg", "s-2.trace.json"));
}

TEST_F(TraceFilesTest, LogsOfProcessesAreThoseOfTheLastRun) {
  CaseResult result = Result("s", "1", Outcome::kFail);
  result.verdict.logs = {{"driver", "asked\n"}, {"server", "up\n"}};
  WriteTraceFiles({result}, options_);
  EXPECT_EQ(test::ReadFile(folder_ / "s-1.logs/server.log"), "up\n");
  result.verdict.logs = {{"driver", "again\n"}};
  WriteTraceFiles({result}, options_);
  EXPECT_EQ(test::ReadFile(folder_ / "s-1.logs/driver.log"), "again\n");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "s-1.logs/server.log"));
  WriteTraceFiles({Result("s", "1", Outcome::kPass)}, options_);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "s-1.logs"));
}

TEST_F(TraceFilesTest, NamesAreSafeAndDistinct) {
  EXPECT_THAT(TraceNames({Result("../a b", "1", Outcome::kFail), Result("../a/b", "1", {}),
                          Result("S", "x", {}), Result("s", "X", {}), Result("-", "\xff\n", {})},
                         options_),
              ElementsAre("_._a_b-1", "_._a_b-1_2", "S-x", "s-X_2", "_-__"));
  const std::string name =
      TraceNames({Result(std::string(10'000, 'a'), std::string(10'000, '1'), {})}, options_).at(0);
  EXPECT_EQ(name, std::string(80, 'a') + '-' + std::string(80, '1'));
}

TEST_F(TraceFilesTest, RepetitionsHaveTheirSeedInTheName) {
  options_.repeat = 2;
  EXPECT_THAT(TraceNames({Result("s", "1", {})}, options_), ElementsAre("s-1-7"));
}

TEST_F(TraceFilesTest, AFolderThatCannotBeMadeIsAnError) {
  const std::string file = folder_.Write("file", "");
  try {
    RequireTraceFolder(file + "/sub");
    FAIL() << "made";
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(),
              "--trace " + file + "/sub: this folder cannot be made: Not a directory");
  }
  RequireTraceFolder(folder_ / "new/sub");
  EXPECT_TRUE(std::filesystem::is_directory(folder_ / "new/sub"));
}

}  // namespace
}  // namespace adapter
