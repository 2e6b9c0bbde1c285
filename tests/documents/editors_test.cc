// What docs/editors.md promises: its JSON is JSON, and its problem matcher finds real errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "testing/files.h"
#include "testing/paths.h"
#include "tests/documents/markdown.h"

namespace documents {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class EditorsTest : public ::testing::Test {
 protected:
  std::vector<json> Settings() const {
    std::vector<json> settings;
    for (const std::string& block : Blocks(document_, "json"))
      settings.push_back(json::parse(block));
    return settings;
  }

  /// The matcher of the tasks.
  json Pattern() const {
    for (const json& settings : Settings()) {
      if (settings.contains("tasks")) {
        return settings["tasks"].at(0).at("problemMatcher").at("pattern");
      }
    }
    ADD_FAILURE() << "no tasks";
    return {};
  }

  /// What the matcher finds in the messages of a call: file, line, column and text.
  std::vector<std::string> Found(const std::string& call) const {
    const std::string errors = folder_ / "errors";
    const std::string command = test::BuildPath("/bin/") + call + " >/dev/null 2>'" + errors + "'";
    EXPECT_NE(std::system(command.c_str()), 0) << call;
    const json pattern = Pattern();
    const std::regex matcher(pattern.at("regexp").get<std::string>());
    std::istringstream lines(test::ReadFile(errors));
    std::vector<std::string> found;
    for (std::string line; std::getline(lines, line);) {
      std::smatch match;
      if (!std::regex_search(line, match, matcher)) continue;
      for (const char* part : {"file", "line", "column", "message"}) {
        found.push_back(match[pattern.at(part).get<std::size_t>()]);
      }
    }
    return found;
  }

  base::TemporaryFolder folder_;
  std::string document_ = test::ReadFile(test::SourcePath("/docs/editors.md"));
};

TEST_F(EditorsTest, SettingsAreJson) { EXPECT_GE(Settings().size(), 2u); }

TEST_F(EditorsTest, ErrorsOfModelsAreFound) {
  const std::string model = folder_.Write("my model.lua", "P = plaec(UNIT)\n");
  const auto found = Found("cpngen describe '" + model + "'");
  EXPECT_THAT(found,
              ::testing::ElementsAre(model, "1", "5", "unknown name plaec; did you mean place?"));
}

TEST_F(EditorsTest, ErrorsOfSuitesAreFound) {
  const std::string suite = folder_.Write("suite.xml", "<Test>\n  <TestCase></Tset>\n</Test>\n");
  const auto found = Found("adapter list '" + suite + "'");
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0], suite);
  EXPECT_EQ(found[1], "2");
}

TEST_F(EditorsTest, OtherMessagesAreNone) {
  EXPECT_TRUE(Found("cpngen describe '" + folder_ / "none.lua" + "'").empty());
  EXPECT_TRUE(Found("cpngen chek").empty());
}

TEST_F(EditorsTest, DefinitionsAreWhereItSaysTheyAre) {
  EXPECT_THAT(document_, HasSubstr("/usr/share/cpngen/models/cpngen.d.lua"));
  EXPECT_THAT(test::ReadFile(test::SourcePath("/models/cpngen.d.lua")), StartsWith("---@meta"));
}

}  // namespace
}  // namespace documents
