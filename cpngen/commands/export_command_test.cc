#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "testing/files.h"

namespace cpngen {
namespace {

using base::TemporaryFolder;
using test::ReadFile;
using testing::Call;
using ::testing::ElementsAre;
using testing::Outcome;

TEST(ExportCommandTest, PrintsTheNetForADash) {
  const TemporaryFolder folder;
  const std::string model = folder.Write("m.lua", "A = place(UNIT, { unit })\n");
  const Outcome outcome = Call({"export", model, "-o", "-"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  ASSERT_EQ(Call({"export", model, "-o", folder / "net.pnml"}).code, 0);
  EXPECT_EQ(outcome.out, ReadFile(folder / "net.pnml"));
}

TEST(ExportCommandTest, WritesTheNet) {
  const TemporaryFolder folder;
  const std::string model =
      folder.Write("m.lua",
                   "A, B = place(UNIT, { copies(2, unit) }), place(UNIT)\n"
                   "T = transition { input = { A(unit) }, output = { B(unit) } }\n");
  const Outcome outcome = Call({"export", model, "-o", folder / "net.pnml"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, (folder / "net.pnml") + "\n");
  EXPECT_EQ(ReadFile(folder / "net.pnml"),
            R"(<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
  <net id="m" type="http://www.pnml.org/version-2009/grammar/ptnet">
    <name>
      <text>m</text>
    </name>
    <page id="page-1">
      <place id="A">
        <name>
          <text>A</text>
        </name>
        <initialMarking>
          <text>2</text>
        </initialMarking>
      </place>
      <place id="B">
        <name>
          <text>B</text>
        </name>
      </place>
      <transition id="T">
        <name>
          <text>T</text>
        </name>
      </transition>
      <arc id="arc-1" source="A" target="T">
        <inscription>
          <text>1</text>
        </inscription>
      </arc>
      <arc id="arc-2" source="T" target="B">
        <inscription>
          <text>1</text>
        </inscription>
      </arc>
    </page>
  </net>
</pnml>
)");
}

TEST(ExportCommandTest, NothingIsWrittenForAModelThatIsMore) {
  const TemporaryFolder folder;
  const std::string model = folder.Write("m.lua", "A = place(INT, { 1 })\n");
  const Outcome outcome = Call({"export", model, "-o", folder / "net.pnml"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(
      outcome.err,
      model +
          ":1:1: place A: INT has more than 4096 colours, or infinitely many; PNML's symmetric "
          "nets have finite sorts\nA = place(INT, { 1 })\n^\n");
  EXPECT_THAT(folder.Names(), ElementsAre("m.lua"));
}

TEST(ExportCommandTest, ParametersAreThoseOfTheCall) {
  const TemporaryFolder folder;
  const std::string model =
      folder.Write("m.lua", "N = param(3)\nW = range(1, N)\nA = place(W, all)\n");
  ASSERT_EQ(Call({"export", model, "-D", "N=7", "-o", folder / "net.pnml"}).code, 0);
  EXPECT_THAT(ReadFile(folder / "net.pnml"),
              ::testing::HasSubstr("<finiteintrange start=\"1\" end=\"7\">"));
}

}  // namespace
}  // namespace cpngen
