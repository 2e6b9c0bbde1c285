// Suites that several calls have generated in parts are those of one call, byte for byte.
#include <gmock/gmock.h>

#include "testing/paths.h"
#include "tests/shards/parts.h"

namespace shards {
namespace {

using test::Ended;
using ::testing::HasSubstr;

class SuitePartsTest : public PartsTest {
 protected:
  void ExpectWhole(const std::string& words, const std::vector<int>& counts) {
    Do("cpngen generate " + words + " -o whole.xml 2> log || { cat log; exit 2; }");
    const std::string whole = File("whole.xml");
    for (const int count : counts) {
      DoParts("cpngen generate " + words + " --shard @ -o part-#.xml", count);
      Do("cpngen merge $(ls part-*.xml | sort -r) -o merged.xml && rm part-*.xml");
      EXPECT_EQ(File("merged.xml"), whole) << words << ", " << count << " parts";
    }
  }
};

TEST_F(SuitePartsTest, OfTwoPhaseCommitAreTheWhole) {
  ExpectWhole(kModels + "two_phase_commit --spec system -D W=3 --simulations 40 --seed 3",
              {1, 2, 3, 7});
  ExpectWhole(kModels + "two_phase_commit --spec decision --simulations 5", {2, 7});
}

TEST_F(SuitePartsTest, OfPaxosAreTheWhole) {
  ExpectWhole(kModels + "paxos --spec system -D clients=2 --simulations 40 --seed 7", {1, 2, 3, 7});
  ExpectWhole(kModels + "paxos --spec prepare_qf --simulations 9 --seed 7", {2});
}

TEST_F(SuitePartsTest, HaveTheAlternativesOfAll) {
  const std::string lock = test::SourcePath("/examples/lock/lock.lua");
  ExpectWhole(lock + " -D N=3 --simulations 60 --merge --jobs 2", {3});
}

TEST_F(SuitePartsTest, EndWhereOneCallEndsItsCases) {
  const std::string lock = test::SourcePath("/examples/lock/lock.lua");
  ExpectWhole(lock + " -D N=4 --simulations 60 --observations 5 --steps 9", {3});
}

TEST_F(SuitePartsTest, AreSplitWhenTheyAreMerged) {
  const std::string words = kModels + "two_phase_commit --spec system --simulations 20";
  Do("mkdir one many && cpngen generate " + words + " --split -o one/suite.xml 2> log");
  DoParts("cpngen generate " + words + " --shard @ -o #.xml", 3);
  Do("cpngen merge ?.xml --split -o many/suite.xml 2> log && diff -r one many");
}

TEST_F(SuitePartsTest, OfOtherModelsAreRefused) {
  Do("cp " + test::SourcePath("/examples/lock/lock.lua") + " .");
  DoParts("cpngen generate lock.lua --simulations 9 --shard @ -o #.xml", 2);
  Do("echo '-- another line' >> lock.lua");
  DoParts("test $i = 1 || cpngen generate lock.lua --simulations 9 --shard @ -o #.xml", 2);
  const Ended ended = Run("cpngen merge 1.xml 2.xml -o all.xml");
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.output, HasSubstr("cpngen: 1.xml and 2.xml are parts of different calls: what "
                                      "the model's files hold is '"));
  EXPECT_NE(Run("test -e all.xml").code, 0);
}

TEST_F(SuitePartsTest, AreNoSuites) {
  DoParts("cpngen generate " + kModels + "paxos --spec system --simulations 9 --shard @ -o #.xml",
          2);
  const Ended ended = Run("adapter run 2.xml");
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.output, HasSubstr("2.xml:3:5: this is part 2/2 of a suite\n"));
  EXPECT_THAT(ended.output, HasSubstr("cpngen merge makes the suite of all its parts"));
}

}  // namespace
}  // namespace shards
