// The README's tutorial, done as it says: its model, its calls, and what they print.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "testing/files.h"
#include "testing/paths.h"
#include "tests/golden/program.h"
#include "tests/golden/without_times.h"

namespace golden {
namespace {

/// The texts between ``` lines that begin with `begin`; `begin` itself is in the texts.
std::vector<std::string> Blocks(const std::string& document, const std::string& begin) {
  std::vector<std::string> blocks;
  const std::string fence = "\n```";
  for (std::size_t at = document.find(fence); at != std::string::npos;) {
    const std::size_t from = document.find('\n', at + fence.size()) + 1;
    const std::size_t to = document.find(fence, from);
    const std::string language = document.substr(at + fence.size(), from - at - fence.size() - 1);
    const std::string block = language + '\n' + document.substr(from, to + 1 - from);
    if (block.starts_with(begin)) blocks.push_back(block);
    at = document.find(fence, to + 1);
  }
  return blocks;
}

class ReadmeTest : public ::testing::Test {
 protected:
  /// The tutorial's model when it is whole.
  std::string Model() const {
    std::string model;
    for (const std::string& block : Blocks(readme_, "lua\n")) {
      if (!IsOfTutorial(block)) model += block.substr(4);
    }
    return model;
  }
  /// Whether it stands in docs/tutorial.md, as the README says.
  static bool IsOfTutorial(const std::string& block) {
    const std::string tutorial = test::ReadFile(fs::path(test::SourcePath()) / "docs/tutorial.md");
    return tutorial.find(block.substr(4)) != std::string::npos;
  }
  /// The call in the README whose line is `line`, and what it prints there; done on `model`.
  void ExpectAsPrinted(const std::string& line, const std::string& model) const {
    const std::vector<std::string> blocks = Blocks(readme_, "\n$ cpngen " + line + '\n');
    ASSERT_EQ(blocks.size(), 1u) << line;
    folder_.Write("lock.lua", model);
    const Outcome outcome = RunCpngen(line, "cd '" + folder_.path().string() + "' &&");
    EXPECT_EQ(WithoutTimes("\n$ cpngen " + line + '\n' + outcome.out), WithoutTimes(blocks[0]));
  }

  base::TemporaryFolder folder_;
  std::string readme_ = test::ReadFile(fs::path(test::SourcePath()) / "README.md");
};

TEST_F(ReadmeTest, SimulationPrintsWhatItSays) {
  ExpectAsPrinted("simulate lock.lua --seed 1", Model());
}

TEST_F(ReadmeTest, MisspeltNameIsToldAsItSays) {
  std::string model = Model();
  const std::string name = "Waiting(c), Free";
  ASSERT_NE(model.find(name), std::string::npos);
  model.replace(model.find(name), name.size(), "Wating(c), Free");
  folder_.Write("lock.lua", model);
  const std::vector<std::string> blocks = Blocks(readme_, "\nlock.lua:");
  ASSERT_EQ(blocks.size(), 1u);
  const Outcome outcome = RunCpngen("check lock.lua", "cd '" + folder_.path().string() + "' &&");
  EXPECT_EQ("\n" + outcome.err, blocks[0]);
}

TEST_F(ReadmeTest, ShowsTheBeginningOfTheTutorial) {
  const std::vector<std::string> blocks = Blocks(readme_, "lua\nSend ");
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_TRUE(IsOfTutorial(blocks[0]));
}

TEST_F(ReadmeTest, SuiteBeginsAsItSays) {
  const std::string call = "generate lock.lua --state-space --merge -o lock.xml";
  const std::vector<std::string> blocks = Blocks(readme_, "\n$ cpngen " + call + '\n');
  ASSERT_EQ(blocks.size(), 1u);
  folder_.Write("lock.lua", Model());
  const Outcome outcome = RunCpngen(call, "cd '" + folder_.path().string() + "' &&");
  const std::string printed = WithoutTimes("\n$ cpngen " + call + '\n' + outcome.err);
  const std::string block = WithoutTimes(blocks[0]);
  ASSERT_TRUE(block.starts_with(printed)) << printed;
  const std::string rest = block.substr(printed.size());
  const std::string head = "$ head -37 lock.xml\n";
  ASSERT_TRUE(rest.starts_with(head)) << rest;
  const std::string shown = rest.substr(head.size());
  EXPECT_EQ(std::count(shown.begin(), shown.end(), '\n'), 37);
  EXPECT_TRUE(test::ReadFile(folder_ / "lock.xml").starts_with(shown)) << shown;
}

TEST_F(ReadmeTest, PropertiesHoldAsItSays) { ExpectAsPrinted("check lock.lua", Model()); }

TEST_F(ReadmeTest, BrokenLockIsCaughtAsItSays) {
  std::string model = Model();
  const std::string given_back = "output = { Done(c), Free(unit) }";
  ASSERT_NE(model.find(given_back), std::string::npos);
  model.replace(model.find(given_back), given_back.size(), "output = { Done(c) }");
  ExpectAsPrinted("check lock.lua --property \"all are served\"", model);
}

}  // namespace
}  // namespace golden
