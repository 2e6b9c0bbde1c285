// The manual pages as those who read them for mistakes do: mandoc and groff.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <sstream>
#include <string>

#include "base/temporary_folder.h"
#include "testing/files.h"
#include "testing/paths.h"

namespace shell {
namespace {

class ManualPagesTest : public ::testing::TestWithParam<const char*> {
 protected:
  /// What the call prints on both streams; `file` in it is a page.
  std::string Output(const std::string& call) const {
    const std::string file = folder_ / "output";
    const int status = std::system((call + " > '" + file + "' 2>&1").c_str());
    EXPECT_TRUE(WIFEXITED(status)) << call;
    return test::ReadFile(file);
  }

  /// The program's page, then those of its commands.
  std::vector<std::string> Pages() const {
    const std::string program = test::BuildPath("/bin/") + GetParam();
    std::vector<std::string> pages = {Output(program + " --manual")};
    std::istringstream commands(Output(program + " --manual-pages"));
    for (std::string command; commands >> command;) {
      pages.push_back(Output(program + " --manual " + command));
    }
    return pages;
  }

  void ExpectNoComplaint(const std::string& tool, const std::string& call) const {
    if (std::system(("command -v " + tool + " >/dev/null 2>&1").c_str()) != 0) {
      GTEST_SKIP() << tool << " is not installed";
    }
    for (const std::string& page : Pages()) {
      ASSERT_NE(page.find("\n.TH "), std::string::npos) << page;
      EXPECT_EQ(Output(call + " '" + folder_.Write("page.1", page) + "'"), "") << page;
    }
  }

  base::TemporaryFolder folder_;
};

TEST_P(ManualPagesTest, MandocFindsNoFault) { ExpectNoComplaint("mandoc", "mandoc -T lint"); }

TEST_P(ManualPagesTest, GroffGivesNoWarning) {
  ExpectNoComplaint("groff", "groff -man -ww -z -T utf8");
}

INSTANTIATE_TEST_SUITE_P(Programs, ManualPagesTest,
                         ::testing::Values("cpngen", "adapter", "paxos_server", "paxos_client"),
                         [](const auto& program) { return std::string(program.param); });

}  // namespace
}  // namespace shell
