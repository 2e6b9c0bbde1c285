// Completion as a user of bash or zsh sees it: the tab key in a real shell, behind a terminal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "base/temporary_folder.h"
#include "testing/paths.h"
#include "tests/shell/terminal.h"

namespace shell {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kPath = "PATH=" + test::BuildPath("/bin") + ":/usr/bin:/bin";
constexpr const char* kPrompt = "ready> ";
constexpr const char* kLineBegin = "\x01";
constexpr const char* kEraseToLineEnd = "\x0b";

// `show` prints its words; the end mark is in two parts so that its source is not taken for it.
constexpr const char* kShow = "show() { printf '<%s>' \"$@\"; printf 'EN''D\\n'; }\n";

bool IsThere(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

class CompletionTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!IsThere(GetParam())) GTEST_SKIP() << GetParam() << " is not installed";
    const bool bash = GetParam() == std::string("bash");
    std::string settings = std::string(kShow) + "PS1='" + kPrompt + "'\n";
    settings += bash ? "bind 'set show-all-if-ambiguous on'\nbind 'set page-completions off'\n"
                       "bind 'set completion-query-items 0'\nbind 'set bell-style none'\n"
                       "bind 'set enable-bracketed-paste off'\n"
                     : "bindkey -e\nunsetopt beep prompt_sp\nunset zle_bracketed_paste\n"
                       "autoload -Uz compinit\ncompinit -u -D\n";
    for (const char* program : {"cpngen", "adapter", "paxos_client"}) {
      settings += std::string("source <(") + program + " --completion " + GetParam() + ")\n";
    }
    settings += "cd '" + folder_.path().string() + "'\n";
    const std::string file = folder_.Write(bash ? "rc" : ".zshrc", settings);
    folder_.Write("lock model.lua", kModel);
    folder_.Write("lock.lua", kModel);
    folder_.Write("lockers/init.lua", kModel);
    folder_.Write("locks.txt", "");
    const std::vector<std::string> command =
        bash ? std::vector<std::string>{"bash", "--noprofile", "--rcfile", file, "-i"}
             : std::vector<std::string>{"zsh", "-d", "-i"};
    terminal_ = std::make_unique<Terminal>(
        command, std::vector<std::string>{kPath, "TERM=dumb", "LC_ALL=C.UTF-8",
                                          "HOME=" + folder_.path().string(),
                                          "ZDOTDIR=" + folder_.path().string()});
    terminal_->ReadUntil(kPrompt);
  }

  /// Types `line` and a tab; returns the words of what stands there then, each as "<word>".
  std::string Completed(const std::string& line) {
    terminal_->Type(line + "\t" + kLineBegin + "show \n");
    const std::string read = terminal_->ReadUntil("END");
    terminal_->ReadUntil(kPrompt);
    const std::size_t begin = read.rfind("\n<");
    return begin == std::string::npos ? read : read.substr(begin + 1);
  }

  /// What is listed when nothing single can be completed.
  std::string Listed(const std::string& line) {
    terminal_->Type(line + "\t\t" + kLineBegin + kEraseToLineEnd + "show\n");
    const std::string read = terminal_->ReadUntil("END");
    terminal_->ReadUntil(kPrompt);
    return read;
  }

  static constexpr const char* kModel = R"(
    N = param(2)
    var { c = range(1, N) }
    P, Q = place(range(1, N), all), place(range(1, N))
    T = transition { input = { P(c) }, output = { Q(c) } }
    property "one at a time" (INV(NF(function(M) return #M.P <= N end)))
    property "all are served" (EV(NF(function(M) return #M.Q == N end)))
    test "system" { observe = { [T] = function(c) return stimulus("T", { c = c }) end } }
  )";

  base::TemporaryFolder folder_;
  std::unique_ptr<Terminal> terminal_;
};

TEST_P(CompletionTest, CommandsAreCompleted) {
  EXPECT_EQ(Completed("cpngen gen"), "<cpngen><generate>");
  EXPECT_EQ(Completed("adapter help fau"), "<adapter><help><faults>");
}

TEST_P(CompletionTest, CommandsAreListed) {
  EXPECT_THAT(Listed("cpngen "), AllOf(HasSubstr("simulate"), HasSubstr("export")));
}

TEST_P(CompletionTest, FlagsAreCompleted) {
  EXPECT_EQ(Completed("cpngen space --cpn"), "<cpngen><space><--cpn-tools>");
  EXPECT_EQ(Completed("paxos_client status --serv"), "<paxos_client><status><--servers>");
}

TEST_P(CompletionTest, ChoicesAreCompleted) {
  EXPECT_EQ(Completed("adapter run --transport in"), "<adapter><run><--transport><inproc>");
  EXPECT_EQ(Completed("adapter run --transport=in"), "<adapter><run><--transport=inproc>");
}

TEST_P(CompletionTest, ModelsAreFilesWithTheirEndings) {
  EXPECT_EQ(Completed("cpngen check lock\\ m"), "<cpngen><check><lock model.lua>");
  EXPECT_THAT(Listed("cpngen check lock"),
              AllOf(HasSubstr("lock.lua"), HasSubstr("lockers"), Not(HasSubstr("locks.txt"))));
}

TEST_P(CompletionTest, SpecificationsAreThoseOfTheModel) {
  EXPECT_EQ(Completed("cpngen generate lock.lua --spec s"),
            "<cpngen><generate><lock.lua><--spec><system>");
}

TEST_P(CompletionTest, NamesWithBlanksAreQuoted) {
  EXPECT_EQ(Completed("cpngen check 'lock model.lua' --property one"),
            "<cpngen><check><lock model.lua><--property><one at a time>");
  EXPECT_EQ(Completed("cpngen check lock.lua --property 'all a"),
            "<cpngen><check><lock.lua><--property><all are served>");
  EXPECT_EQ(Completed("cpngen check lock.lua --property \"all a"),
            "<cpngen><check><lock.lua><--property><all are served>");
}

TEST_P(CompletionTest, PropertiesAreListed) {
  EXPECT_THAT(Listed("cpngen check lock.lua --property "),
              AllOf(HasSubstr("one"), HasSubstr("served")));
}

TEST_P(CompletionTest, ModulesAreThoseOfTheModel) {
  EXPECT_EQ(Completed("cpngen draw lockers --module "),
            "<cpngen><draw><lockers><--module><lockers>");
}

TEST_P(CompletionTest, AParameterWaitsForItsValue) {
  EXPECT_EQ(Completed("cpngen space lock.lua -D "), "<cpngen><space><lock.lua><-D><N=>");
}

TEST_P(CompletionTest, KindsAreThoseOfTheAdapter) {
  EXPECT_EQ(Completed("adapter kinds quorumc"), "<adapter><kinds><quorumcalltest>");
}

TEST_P(CompletionTest, ACommandBehindAnotherIsCompleted) {
  EXPECT_EQ(Completed("x=1 cpngen desc"), "<x=1><cpngen><describe>");
}

INSTANTIATE_TEST_SUITE_P(Shells, CompletionTest, ::testing::Values("bash", "zsh"),
                         [](const auto& shell) { return std::string(shell.param); });

}  // namespace
}  // namespace shell
