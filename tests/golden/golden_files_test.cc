// Compares what the calls in commands.txt print with the files in expected/, but for times. When a
// difference is wanted, `tests/golden/approve` writes the files again; review them as a diff.
#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <string>
#include <vector>

#include "testing/files.h"
#include "testing/paths.h"
#include "tests/golden/program.h"
#include "tests/golden/without_times.h"

namespace golden {
namespace {

const fs::path kFolder = fs::path(test::SourcePath()) / "tests/golden";

struct Command {
  std::string file;
  std::string arguments;
};

/// Lines "FILE: ARGUMENTS"; # starts a comment.
std::vector<Command> ReadCommands() {
  std::ifstream in(kFolder / "commands.txt");
  std::vector<Command> commands;
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(": ");
    if (line.empty() || line.front() == '#' || colon == std::string::npos) continue;
    commands.push_back({line.substr(0, colon), line.substr(colon + 2)});
  }
  return commands;
}

class GoldenFileTest : public ::testing::TestWithParam<Command> {};

TEST_P(GoldenFileTest, IsWhatTheProgramPrints) {
  const Outcome outcome = RunCpngen(GetParam().arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(WithoutTimes(outcome.out), test::ReadFile(kFolder / "expected" / GetParam().file));
}

INSTANTIATE_TEST_SUITE_P(Cpngen, GoldenFileTest, ::testing::ValuesIn(ReadCommands()),
                         [](const auto& param) {
                           std::string name = param.param.file;
                           for (char& c : name) {
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           }
                           return name;
                         });

TEST(GoldenFilesTest, EveryFileBelongsToACommand) {
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(kFolder / "expected")) {
    const std::vector<Command> commands = ReadCommands();
    EXPECT_TRUE(std::any_of(commands.begin(), commands.end(), [&](const Command& command) {
      return command.file == entry.path().filename();
    })) << entry.path();
    ++files;
  }
  EXPECT_EQ(files, ReadCommands().size());
}

}  // namespace
}  // namespace golden
