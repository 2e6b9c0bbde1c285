// The programs with outputs that are closed or full, readers that go away, limits on files, and
// files that meet each other: docs/program_ends.md says what each of them does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/temporary_folder.h"
#include "testing/files.h"
#include "testing/paths.h"
#include "tests/programs/run_script.h"

namespace {

using base::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

using test::Ended;
using test::RunScript;

const std::string kModel = test::SourcePath("/models/two_phase_commit");

/// A suite of whole Paxos systems.
void SuiteIn(const TemporaryFolder& folder) {
  folder.Write("s.xml",
               test::ReadFile(test::SourcePath("/tests/golden/expected/paxos-faults-crashes.xml")));
}

/// A call that prints, and the program that it is one of.
struct Printing {
  const char* program;
  const char* call;
};

class OutputTest : public ::testing::TestWithParam<Printing> {
 protected:
  void ExpectLost(const std::string& redirection) const {
    const Ended ended = RunScript(GetParam().call + (" " + redirection));
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(ended.output,
              GetParam().program + std::string(": cannot write to standard output\n"));
  }
};

INSTANTIATE_TEST_SUITE_P(
    Programs, OutputTest,
    ::testing::Values(Printing{"cpngen", "cpngen --version"}, Printing{"cpngen", "cpngen --help"},
                      Printing{"cpngen", "cpngen help space"},
                      Printing{"adapter", "adapter --version"},
                      Printing{"adapter", "adapter --help"}, Printing{"adapter", "adapter kinds"},
                      Printing{"adapter", "adapter faults"},
                      Printing{"paxos_server", "paxos_server --version"},
                      Printing{"paxos_server", "paxos_server --help"},
                      Printing{"paxos_client", "paxos_client --version"},
                      Printing{"paxos_client", "paxos_client help propose"},
                      Printing{"protoc-gen-quorum", "protoc-gen-quorum --help"},
                      Printing{"protoc-gen-quorum", "protoc-gen-quorum --version"}));

TEST_P(OutputTest, AFullOneIsAnError) { ExpectLost(">/dev/full"); }

TEST_P(OutputTest, AClosedOneIsAnError) { ExpectLost(">&-"); }

TEST(ProgramEndsTest, ResultsThatAreLostAreAnError) {
  for (const char* const to : {">/dev/full", ">&-"}) {
    const Ended space = RunScript("cpngen space " + kModel + " " + to);
    EXPECT_EQ(space.code, 2);
    EXPECT_EQ(space.output, "cpngen: cannot write to standard output\n");
    const Ended made = RunScript("cpngen generate " + kModel +
                                 " --spec system --state-space -o - " + std::string(to));
    EXPECT_EQ(made.code, 2);
    EXPECT_EQ(made.output, "cpngen: cannot write to standard output\n");
  }
}

TEST(ProgramEndsTest, AFileDoesNotTakeThePlaceOfAClosedOutput) {
  const TemporaryFolder folder;
  EXPECT_EQ(RunScript("cpngen check " + kModel + " --trace t.json >&-", folder / "").code, 2);
  EXPECT_THAT(test::ReadFile(folder / "t.json"), StartsWith("{"));
  EXPECT_EQ(RunScript("cpngen check " + kModel + " --trace u.json >&- 2>&- <&-", folder / "").code,
            2);
  EXPECT_EQ(test::ReadFile(folder / "u.json"), test::ReadFile(folder / "t.json"));
}

/// Makes descriptor 4 a pipe whose reader has gone.
const std::string kNoReader = "exec 4> >(exec true); wait $!; ";

TEST(ProgramEndsTest, AReaderThatGoesAwayEndsAFilterBySigpipe) {
  EXPECT_EQ(RunScript(kNoReader + "(exec cpngen space " + kModel + " >&4); echo $?").output,
            "141\n");
}

TEST(ProgramEndsTest, WhereSigpipeIsIgnoredItIsAnError) {
  EXPECT_EQ(RunScript("trap '' PIPE; " + kNoReader + "cpngen help simulate >&4; echo $?").output,
            "cpngen: cannot write to standard output\n2\n");
}

TEST(ProgramEndsTest, ALimitOnFilesLeavesNoFile) {
  const TemporaryFolder folder;
  const Ended ended =
      RunScript("ulimit -f 1; cpngen generate " + kModel + " --spec system --state-space -o s.xml",
                folder / "");
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.output, HasSubstr("s.xml: cannot write: File too large"));
  EXPECT_THAT(folder.Names(), IsEmpty());
}

TEST(ProgramEndsTest, ALimitOnFilesHoldsForStandardOutput) {
  const TemporaryFolder folder;
  const Ended ended =
      RunScript("ulimit -f 1; cpngen simulate " + kModel + " --json >out; echo $?", folder / "");
  EXPECT_EQ(ended.output, "cpngen: cannot write to standard output\n2\n");
}

TEST(ProgramEndsTest, AModelIsNotWrittenOver) {
  const TemporaryFolder folder;
  const std::string text = "P = place(UNIT, { unit })\nT = transition { input = { P() } }\n";
  const std::string model = folder.Write("m.lua", text);
  EXPECT_EQ(RunScript("cpngen space m.lua -o ./m.lua", folder / "").output,
            "cpngen: -o ./m.lua: this is the input m.lua; name another file\n");
  EXPECT_EQ(RunScript("cpngen space m.lua -o r.txt --dump ./r.txt", folder / "").output,
            "cpngen: --dump ./r.txt: -o r.txt is the same file; name another one\n");
  EXPECT_EQ(test::ReadFile(model), text);
  EXPECT_THAT(folder.Names(), ElementsAre("m.lua"));
}

TEST(ProgramEndsTest, AReportThatCannotBeWrittenIsRefusedBeforeCasesRun) {
  const TemporaryFolder folder;
  SuiteIn(folder);
  EXPECT_EQ(RunScript("adapter run s.xml --junit no/x.xml", folder / "").output,
            "adapter: --junit no/x.xml: the folder no does not exist\n");
  EXPECT_EQ(RunScript("adapter run s.xml --junit ./s.xml", folder / "").output,
            "adapter: --junit ./s.xml: this is the input s.xml; name another file\n");
  for (const char* const command : {"run", "list"}) {
    const Ended ended = RunScript(
        std::string("adapter ") + command + " s.xml --filter '#1$' >/dev/full", folder / "");
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(ended.output, "adapter: cannot write to standard output\n");
  }
}

TEST(ProgramEndsTest, WithoutDescriptorsCasesAreInconclusive) {
  const TemporaryFolder folder;
  SuiteIn(folder);
  const Ended ended = RunScript("ulimit -n 24; adapter run s.xml", folder / "");
  EXPECT_EQ(ended.code, 3);
  EXPECT_THAT(ended.output, HasSubstr("(ulimit -n), and a case can need 128"));
  EXPECT_EQ(
      RunScript("ulimit -n 8; adapter run s.xml", folder / "").output,
      "adapter: the limit on descriptors (ulimit -n) is 8: running cases needs at least 16\n");
}

}  // namespace
