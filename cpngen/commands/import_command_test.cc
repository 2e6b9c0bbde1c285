#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "pnml/testing.h"
#include "testing/files.h"
#include "testing/text.h"

namespace cpngen {
namespace {

using base::TemporaryFolder;
using test::ReadFile;
using testing::Call;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::Outcome;
using ::testing::StartsWith;

class ImportCommandTest : public ::testing::Test {
 protected:
  Outcome Import(const std::string& text) {
    return Call({"import", folder_.Write("net.pnml", text), "-o", folder_ / "out"});
  }

  TemporaryFolder folder_;
};

TEST_F(ImportCommandTest, WritesAModelNamedAfterTheFile) {
  const Outcome outcome = Import(pnml::testing::PlainNet());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, (folder_ / "out/net.lua") + "\n");
  EXPECT_EQ(ReadFile(folder_ / "out/net.lua"),
            "-- n from net.pnml, translated by cpngen.\n"
            "\n"
            "a = place(UNIT, { copies(2, unit) })\n"
            "b = place(UNIT) -- the end\n"
            "\n"
            "t = transition {\n"
            "  input = { a(unit) },\n"
            "  output = { b(unit) },\n"
            "}\n");
}

TEST_F(ImportCommandTest, TheModelHasTheNetsStateSpace) {
  ASSERT_EQ(Import(pnml::testing::Clock()).code, 0);
  const Outcome outcome = Call({"space", folder_ / "out/net.lua", "--count"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Nodes:  3\n"));
}

TEST_F(ImportCommandTest, NothingIsWrittenForANetThatCannotBeRead) {
  const Outcome outcome =
      Import(test::Replace(pnml::testing::PlainNet(), "target=\"t\"", "target=\"u\""));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, StartsWith((folder_ / "net.pnml") + ":5:24: there is no node of id u"));
  EXPECT_THAT(folder_.Names(), ElementsAre("net.pnml"));
}

TEST_F(ImportCommandTest, FolderThatIsAFile) {
  folder_.Write("out", "");
  const Outcome outcome = Import(pnml::testing::PlainNet());
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            "cpngen: -o " + (folder_ / "out") + ": cannot make this folder: Not a directory\n");
}

}  // namespace
}  // namespace cpngen
