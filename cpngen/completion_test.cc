// What shells are told of a call of `cpngen`.
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "base/temporary_folder.h"
#include "cpngen/program.h"

namespace cpngen {
namespace {

class ModelCompletionTest : public ::testing::Test {
 protected:
  ModelCompletionTest() {
    folder_.Write("m.lua", R"(
      N = param(2)
      Limit = param(3)
      var { c = range(1, N) }
      P, Q = place(range(1, N), all), place(range(1, N))
      T = transition { input = { P(c) }, output = { Q(c) } }
      property "one at a time" (INV(NF(function(M) return #M.P <= N end)))
      property "all of them" (EV(NF(function(M) return #M.Q == N end)))
      test "system" { observe = { [T] = function(c) return stimulus("T", { c = c }) end } }
    )");
  }
  /// `MODEL` in the line is the model.
  std::string At(std::string line) const {
    const std::size_t model = line.find("MODEL");
    if (model != std::string::npos) line.replace(model, 5, folder_ / "m.lua");
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(RunProgram({"--complete", line}, {out, err}), 0);
    EXPECT_EQ(err.str(), "");
    return out.str();
  }

  base::TemporaryFolder folder_;
};

TEST_F(ModelCompletionTest, ModelsAreFilesOfThreeKinds) {
  EXPECT_EQ(At("cpngen check "), "files .lua .cpn .pnml\n");
  EXPECT_EQ(At("cpngen import "), "files .cpn .pnml\n");
}

TEST_F(ModelCompletionTest, SpecificationsAreThoseOfTheModel) {
  EXPECT_EQ(At("cpngen generate MODEL --spec "), "words\nsystem\n");
}

TEST_F(ModelCompletionTest, PropertiesBeginAsTheWordDoes) {
  EXPECT_EQ(At("cpngen check MODEL --property "), "words\none at a time\nall of them\n");
  EXPECT_EQ(At("cpngen check MODEL --property 'one a"), "words quoted\none at a time\n");
}

TEST_F(ModelCompletionTest, PropertiesOfAFileThatComesWithTheModelAreThere) {
  const std::string more =
      folder_.Write("more.lua", "property \"more\" (EV(NF(function(M) return #M.Q == N end)))\n");
  EXPECT_EQ(At("cpngen check MODEL --with " + more + " --property m"), "words\nmore\n");
}

TEST_F(ModelCompletionTest, ModulesAreThoseThatCanBeDrawn) {
  EXPECT_EQ(At("cpngen draw MODEL --module "), "words\nm\n");
}

TEST_F(ModelCompletionTest, ParametersWaitForTheirValues) {
  EXPECT_EQ(At("cpngen space MODEL -D "), "words\nN=\nLimit=\n");
  EXPECT_EQ(At("cpngen space MODEL -D N="), "words\n");
}

TEST_F(ModelCompletionTest, WithoutAModelThereAreNoNames) {
  EXPECT_EQ(At("cpngen check --property "), "words\n");
  EXPECT_EQ(At("cpngen check nothing.lua --property "), "words\n");
  const std::string broken = folder_.Write("broken.lua", "P = plaec(UNIT)\n");
  EXPECT_EQ(At("cpngen check " + broken + " --property "), "words\n");
}

TEST_F(ModelCompletionTest, ExaminationsAreThoseOfTheContest) {
  EXPECT_EQ(At("cpngen mcc --examination CTL"), "words\nCTLCardinality\nCTLFireability\n");
}

}  // namespace
}  // namespace cpngen
