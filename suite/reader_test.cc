// The envelope of suites of any system: what is read, and what is refused with the whole error.
#include "suite/reader.h"

#include <gtest/gtest.h>

namespace suite {
namespace {

std::string ErrorOf(const std::string& text) {
  try {
    ParseSuite(text, "a.xml");
  } catch (const base::ParseError& error) {
    return error.what();
  }
  return "";
}

const std::string kLock = R"(<Test TestName="lock">
  <Generated Model="lock.lua" Specification="system" Method="state-space"></Generated>
  <Configuration>
    <Clients>2</Clients>
  </Configuration>
  <TestCase CaseID="a">
    <TestValues><Acquire>1</Acquire></TestValues>
    <TestOracles><Granted>1</Granted></TestOracles>
    <TestValues><Acquire>2</Acquire><Release>1</Release></TestValues>
    <TestOracles Order="set"><Granted>2</Granted><Released>1</Released></TestOracles>
    <TestValues><Release>2</Release></TestValues>
  </TestCase>
  <TestCase CaseID="b" Weight="2"><TestValues/></TestCase>
</Test>
)";

TEST(SuiteReaderTest, ReadsNameProvenanceConfigurationAndCases) {
  const Suite suite = ParseSuite(kLock, "lock.xml");
  EXPECT_EQ(suite.file(), "lock.xml");
  EXPECT_EQ(suite.name(), "lock");
  EXPECT_EQ(suite.provenance()->model, "lock.lua");
  EXPECT_EQ(suite.configuration()->FindChild("Clients")->text, "2");
  ASSERT_EQ(suite.cases().size(), 2u);
  EXPECT_EQ(suite.cases()[1].id, "b");
  EXPECT_EQ(suite.cases()[1].line(), 13);
}

TEST(SuiteReaderTest, StepsArePairsOfValuesAndOraclesInTheirOrder) {
  const Suite suite = ParseSuite(kLock, "lock.xml");
  const std::vector<Step> steps = StepsOf(suite, suite.cases()[0]);
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0].stimuli.size(), 1u);
  EXPECT_EQ(steps[0].responses[0].name, "Granted");
  EXPECT_EQ(steps[0].order, Order::kSequence);
  EXPECT_EQ(steps[1].stimuli[1].name, "Release");
  EXPECT_EQ(steps[1].order, Order::kSet);
  EXPECT_TRUE(steps[2].responses.empty());
}

TEST(SuiteReaderTest, APartIsNoSuite) {
  const std::string part = R"(<Test TestName="lock">
  <Generated Model="lock.lua" Specification="system" Method="simulation" Seed="1" Runs="9">
    <Shard Part="2/3" Order="set"></Shard>
  </Generated>
</Test>
)";
  EXPECT_EQ(ErrorOf(part),
            "a.xml:3:5: this is part 2/3 of a suite\n"
            "    <Shard Part=\"2/3\" Order=\"set\"></Shard>\n"
            "    ^\n"
            "cpngen merge makes the suite of all its parts");
  EXPECT_EQ(ParseSuite(part, "a.xml", CasesNeeded::kAny).provenance()->shard->part, "2/3");
}

TEST(SuiteReaderTest, ASuiteThatWasMovedStillPointsIntoItsText) {
  Suite suite = ParseSuite(kLock, "lock.xml");
  const Suite moved = std::move(suite);
  EXPECT_EQ(StepsOf(moved, moved.cases()[0]).size(), 3u);
  try {
    moved.Check(*moved.cases()[1].element).AllowAttributes({kCaseId});
    FAIL();
  } catch (const base::ParseError& error) {
    EXPECT_EQ(error.line(), 13);
  }
}

TEST(SuiteReaderTest, TheRootMayBeInLowerCaseAsPublishedSuitesHaveIt) {
  const Suite suite =
      ParseSuite("<test Name='x'><TestCase ID='1'><TestValues/></TestCase></test>", "a.xml");
  EXPECT_EQ(suite.name(), "x");
}

TEST(SuiteReaderTest, AnotherRootIsRefused) {
  EXPECT_EQ(ErrorOf("<Tests/>"),
            "a.xml:1:1: root element <Tests>\n<Tests/>\n^\nthe root element of a suite is <Test>");
}

TEST(SuiteReaderTest, ASecondCaseOfOneIdIsRefused) {
  EXPECT_EQ(ErrorOf("<Test TestName='x'>\n<TestCase CaseID='1'/>\n<TestCase CaseID='1'/>\n</Test>"),
            "a.xml:3:11: second case '1'\n<TestCase CaseID='1'/>\n          ^\n"
            "the first one is in line 2");
}

TEST(SuiteReaderTest, ASuiteWithoutCasesIsRefused) {
  EXPECT_NE(ErrorOf("<Test TestName='x'/>"), "");
}

TEST(SuiteReaderTest, OraclesWithoutValuesAreRefused) {
  const Suite suite = ParseSuite(
      "<Test TestName='x'><TestCase CaseID='1'><TestOracles/></TestCase></Test>", "a.xml");
  EXPECT_THROW(StepsOf(suite, suite.cases()[0]), base::ParseError);
}

TEST(SuiteReaderTest, AnUnknownOrderIsRefused) {
  const Suite suite = ParseSuite(
      "<Test TestName='x'><TestCase CaseID='1'>"
      "<TestValues/><TestOracles Order='any'/></TestCase></Test>",
      "a.xml");
  EXPECT_THROW(StepsOf(suite, suite.cases()[0]), base::ParseError);
}

}  // namespace
}  // namespace suite
