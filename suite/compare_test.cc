#include "suite/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/files.h"
#include "testing/paths.h"
#include "xml/xml.h"

namespace suite {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A vote of one worker and what becomes of it, as in the two-phase commit suites.
std::string Case(const std::string& id, const std::string& vote, const std::string& decision) {
  return "<TestCase CaseID='" + id + "' NumOfWorker='1'>\n<TestValues><Vote>" + vote +
         "</Vote></TestValues><TestOracles><Final>" + decision +
         "</Final></TestOracles></TestCase>";
}

std::vector<std::string> Compare(const std::string& expected, const std::string& actual) {
  return CompareCases(xml::Parse("<Test>" + expected + "</Test>", "expected.xml"),
                      xml::Parse("<Test>" + actual + "</Test>", "actual.xml"));
}

TEST(CompareCasesTest, IgnoresOrderIdsAndWhatIsOutsideTheCases) {
  EXPECT_THAT(Compare("<Configuration/>" + Case("1", "a", "b") + Case("2", "c", "d"),
                      Case("x", "c", "d") + Case("y", "a", "b")),
              IsEmpty());
}

TEST(CompareCasesTest, IgnoresWhiteSpaceAndTheOrderOfAttributes) {
  EXPECT_THAT(Compare("<TestCase a='1' b='2'><X>x</X></TestCase>",
                      "<TestCase\n b='2' a='1'>\n <X>\n x </X></TestCase>"),
              IsEmpty());
}

TEST(CompareCasesTest, IgnoresBothSpellingsOfTheId) {
  EXPECT_THAT(Compare("<TestCase CaseID='1'><X/></TestCase>", "<TestCase ID='2'><X/></TestCase>"),
              IsEmpty());
}

TEST(CompareCasesTest, ReportsAMissingCase) {
  EXPECT_THAT(Compare(Case("1", "a", "b") + Case("2", "c", "d"), Case("7", "a", "b")),
              ElementsAre("missing case 2 (line 2): TestCase{@NumOfWorker='1' "
                          "TestValues{Vote='c'} TestOracles{Final='d'}}"));
}

TEST(CompareCasesTest, ReportsAnExtraCase) {
  EXPECT_THAT(Compare(Case("1", "a", "b"), Case("1", "a", "b") + Case("2", "c", "d")),
              ElementsAre("extra case 2 (line 2): TestCase{@NumOfWorker='1' "
                          "TestValues{Vote='c'} TestOracles{Final='d'}}"));
}

TEST(CompareCasesTest, CountsRepeatedCases) {
  EXPECT_THAT(Compare(Case("1", "a", "b"), Case("1", "a", "b") + Case("2", "a", "b")),
              ElementsAre("extra case 2 (line 2): TestCase{@NumOfWorker='1' "
                          "TestValues{Vote='a'} TestOracles{Final='b'}}"));
}

TEST(CompareCasesTest, SaysWhereTheNearestExtraCaseDiffers) {
  EXPECT_THAT(Compare(Case("1", "a", "b"), Case("8", "x", "y") + Case("9", "a", "c")),
              ElementsAre("missing case 1 (line 1): TestCase{@NumOfWorker='1' "
                          "TestValues{Vote='a'} TestOracles{Final='b'}}\n"
                          "  nearest is case 9, which differs at TestCase/TestOracles/Final: 'c', "
                          "expected 'b'",
                          "extra case 8 (line 1): TestCase{@NumOfWorker='1' TestValues{Vote='x'} "
                          "TestOracles{Final='y'}}",
                          "extra case 9 (line 2): TestCase{@NumOfWorker='1' TestValues{Vote='a'} "
                          "TestOracles{Final='c'}}"));
}

/// The place at which two single cases differ.
std::string Place(const std::string& expected, const std::string& actual) {
  const auto differences =
      Compare("<TestCase>" + expected + "</TestCase>", "<TestCase>" + actual + "</TestCase>");
  if (differences.empty()) return "";
  const std::string marker = "differs at ";
  return differences[0].substr(differences[0].find(marker) + marker.size());
}

TEST(CompareCasesTest, TheOrderOfElementsCounts) {
  EXPECT_EQ(Place("<X/><Y/>", "<Y/><X/>"), "TestCase/X: <Y> in its place");
}

TEST(CompareCasesTest, TheOrderOfAlternativesDoesNotCount) {
  const std::string a = "<Alternative><TestOracles><A/></TestOracles></Alternative>";
  const std::string b = "<Alternative><TestOracles><B/></TestOracles>";
  const std::string inner = "<TestValues/><OneOf>" + a + b + "</Alternative></OneOf></Alternative>";
  const std::string turned =
      "<TestValues/><OneOf>" + b + "</Alternative>" + a + "</OneOf></Alternative>";
  EXPECT_EQ(Place("<TestValues/><OneOf>" + a + b + inner + "</OneOf>",
                  "<TestValues/><OneOf>" + b + turned + a + "</OneOf>"),
            "");
  EXPECT_EQ(Place("<TestValues/><OneOf>" + a + b + "</Alternative></OneOf>",
                  "<TestValues/><OneOf>" + a + a + "</OneOf>"),
            "TestCase/OneOf/Alternative[2]/TestOracles/B: <A> in its place");
}

TEST(CompareCasesTest, WhatIsNamedLikeAlternativesInAStimulusIsNone) {
  EXPECT_NE(Place("<TestValues><OneOf><A/><B/></OneOf></TestValues>",
                  "<TestValues><OneOf><B/><A/></OneOf></TestValues>"),
            "");
}

TEST(CompareCasesTest, TheOrderOfStimuliCounts) {
  EXPECT_NE(Place("<TestValues><A/><B/></TestValues>", "<TestValues><B/><A/></TestValues>"), "");
}

TEST(CompareCasesTest, SaysWhichElementIsMissingOrNotExpected) {
  EXPECT_EQ(Place("<X/><X/>", "<X/>"), "TestCase/X[2]: missing");
  EXPECT_EQ(Place("<X/>", "<X/><Y/>"), "TestCase/Y: not expected");
}

TEST(CompareCasesTest, AttributesCount) {
  EXPECT_EQ(Place("<X a='1'/>", "<X a='2' b='3'/>"),
            "TestCase/X: attributes a='2' b='3', expected a='1'");
  EXPECT_EQ(Place("<X a='1'/>", "<X/>"), "TestCase/X: attributes none, expected a='1'");
}

TEST(CompareCasesTest, TextsThatLookLikeStructureDoNotDeceive) {
  EXPECT_NE(Place("<X>a' Y='b</X>", "<X>a</X><Y>b</Y>"), "");
}

TEST(CompareCasesTest, GeneratedSuitesEqualThemselvesAndNoOther) {
  const std::string folder = test::SourcePath("/tests/golden/expected/two-phase-commit-");
  const xml::Element system = xml::ParseFile(folder + "system.xml");
  const xml::Element decision = xml::ParseFile(folder + "decision.xml");
  EXPECT_THAT(CompareCases(system, system), IsEmpty());
  const std::size_t cases = system.FindChildren("TestCase").size();
  EXPECT_GT(cases, 0u);
  EXPECT_EQ(CompareCases(system, xml::Element("Test")).size(), cases);
  EXPECT_EQ(CompareCases(system, decision).size(),
            cases + decision.FindChildren("TestCase").size());
}

TEST(CompareCasesTest, PublishedSuitesEqualThemselvesAndNoOther) {
  const auto files = test::FilesBelow(test::CorpusPath("/two-phase-commit-suites"), ".xml");
  if (files.empty()) GTEST_SKIP() << "no corpus at " << test::CorpusPath();
  std::vector<xml::Element> suites;
  for (const std::string& file : files) suites.push_back(xml::ParseFile(file));
  ASSERT_EQ(suites.size(), 3u);
  for (std::size_t i = 0; i < suites.size(); ++i) {
    EXPECT_THAT(CompareCases(suites[i], suites[i]), IsEmpty());
    const std::size_t cases = suites[i].FindChildren("TestCase").size();
    EXPECT_EQ(cases, std::size_t{4} << i);
    EXPECT_EQ(CompareCases(suites[i], xml::Element("Test")).size(), cases);
    EXPECT_EQ(CompareCases(suites[i], suites[(i + 1) % 3]).size(),
              cases + (std::size_t{4} << ((i + 1) % 3)));
  }
}

}  // namespace
}  // namespace suite
