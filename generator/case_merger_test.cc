#include "generator/case_merger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "generator/limit_reached.h"
#include "suite/compare.h"
#include "suite/reader.h"
#include "xml/xml.h"

namespace generator {
namespace {

using cpn::lua::CaseOrder;
using ::testing::ElementsAre;

/// Cases with these children each.
std::vector<xml::Element> Cases(const std::vector<std::string>& contents,
                                const std::string& attributes = "") {
  std::vector<xml::Element> cases;
  for (const std::string& content : contents) {
    cases.push_back(xml::Parse("<TestCase CaseID='" + std::to_string(cases.size() + 1) + "'" +
                                   attributes + ">" + content + "</TestCase>",
                               "a.xml"));
  }
  return cases;
}

std::vector<std::string> Lines(const std::vector<xml::Element>& cases) {
  std::vector<std::string> lines;
  for (const xml::Element& test_case : cases) lines.push_back(suite::OneLine(test_case));
  return lines;
}

std::vector<std::string> Merged(const std::vector<xml::Element>& cases,
                                CaseOrder order = CaseOrder::kSequence) {
  return Lines(CaseMerger(cases).Merge(order));
}

std::string In(const std::string& stimuli) { return "<TestValues>" + stimuli + "</TestValues>"; }
std::string Out(const std::string& responses) {
  return "<TestOracles>" + responses + "</TestOracles>";
}

TEST(CaseMergerTest, CasesThatTheTesterCannotTellApartAreOneWithAlternatives) {
  EXPECT_THAT(
      Merged(Cases({In("<S/>") + Out("<A/>") + In("<T/>") + Out("<B/>"), In("<S/>") + Out("<C/>"),
                    In("<U/>") + Out("<A/>")})),
      ElementsAre("TestCase{@CaseID='1' TestValues{S=''} OneOf{Alternative{TestOracles{A=''} "
                  "TestValues{T=''} TestOracles{B=''}} Alternative{TestOracles{C=''}}}}",
                  "TestCase{@CaseID='2' TestValues{U=''} TestOracles{A=''}}"));
}

TEST(CaseMergerTest, NoResponsesAndEmptyOnesAreTheSame) {
  EXPECT_THAT(Merged(Cases({In("<S/>") + In("<T/>") + Out(""), In("<S/>") + Out("") + In("<T/>")})),
              ElementsAre("TestCase{@CaseID='1' TestValues{S=''} TestValues{T=''}}"));
}

TEST(CaseMergerTest, ResponsesBeforeAnyValuesAreThoseOfAnEmptyStep) {
  EXPECT_THAT(Merged(Cases({Out("<A/>"), Out("<B/>")})),
              ElementsAre("TestCase{@CaseID='1' TestValues='' OneOf{"
                          "Alternative{TestOracles{A=''}} Alternative{TestOracles{B=''}}}}"));
}

TEST(CaseMergerTest, CasesWithOtherAttributesAreToldApart) {
  std::vector<xml::Element> cases = Cases({In("<S/>") + Out("<A/>")}, " Size='1'");
  const auto more = Cases({In("<S/>") + Out("<B/>"), In("<S/>") + Out("<C/>")}, " Size='2'");
  cases.insert(cases.end(), more.begin(), more.end());
  EXPECT_THAT(Merged(cases),
              ElementsAre("TestCase{@CaseID='1' @Size='1' TestValues{S=''} TestOracles{A=''}}",
                          "TestCase{@CaseID='2' @Size='2' TestValues{S=''} OneOf{"
                          "Alternative{TestOracles{B=''}} Alternative{TestOracles{C=''}}}}"));
}

TEST(CaseMergerTest, ResponsesOfASetSaySo) {
  EXPECT_THAT(
      Merged(Cases({In("<S/>") + Out("<A/><B/>"), In("<S/>") + Out("<A/>")}), CaseOrder::kSet),
      ElementsAre("TestCase{@CaseID='1' TestValues{S=''} OneOf{Alternative{TestOracles{"
                  "@Order='set' A='' B=''}} Alternative{TestOracles{A=''}}}}"));
}

TEST(CaseMergerTest, TheElementsOfTheHooksKeepTheirNamesAndAttributes) {
  EXPECT_THAT(
      Merged(Cases({"<TestValue><S/></TestValue><TestOracles Order='set'><A/></TestOracles>"})),
      ElementsAre("TestCase{@CaseID='1' TestValue{S=''} TestOracles{@Order='set' A=''}}"));
}

/// A case in which the system goes on so many times and then does not, or goes on to the end.
std::string GoesOn(int times, int of) {
  std::string content;
  for (int i = 0; i < times; ++i) content += In("<S/>") + Out("<A/>");
  return times < of ? content + In("<S/>") + Out("<B/>") : content;
}

std::vector<xml::Element> Nested(int choices) {
  std::vector<std::string> contents;
  for (int times = 0; times <= choices; ++times) contents.push_back(GoesOn(times, choices));
  return Cases(contents);
}

TEST(CaseMergerTest, WhatIsMergedCanBeRead) {
  xml::Element test("Test");
  test.SetAttribute("TestName", "x");
  for (const xml::Element& merged :
       CaseMerger(Nested(suite::kMaxChoices)).Merge(CaseOrder::kSequence)) {
    test.Add(merged);
  }
  const suite::Suite suite = suite::ParseSuite(xml::Write(test), "a.xml");
  ASSERT_EQ(suite.cases().size(), 1u);
  EXPECT_EQ(suite::StepsOf(suite, suite.cases()[0]).at(0).alternatives.size(), 2u);
}

TEST(CaseMergerTest, TooManyChoicesInARowAreALimit) {
  try {
    CaseMerger(Nested(suite::kMaxChoices + 1)).Merge(CaseOrder::kSequence);
    FAIL();
  } catch (const LimitReached& limit) {
    EXPECT_STREQ(limit.what(),
                 "cases with alternatives would have 25 choices of the system one after the other, "
                 "and at most 24 can be written; no suite is written. Make cases shorter, with "
                 "--observations or a goal, or leave out --merge");
  }
}

TEST(CaseMergerTest, MoreStepsThanAFileCanHoldAreALimit) {
  std::vector<std::string> contents;
  for (int i = 0; i < 2'100; ++i) {
    const std::string leaf = "<N" + std::to_string(i) + "/>";
    contents.push_back(In("<S/>") + Out("<A/>") + In("<S/>") + Out(leaf) + In("<S/>"));
    contents.push_back(In("<S/>") + Out("<B/>") + In(leaf));
  }
  try {
    CaseMerger(Cases(contents)).Merge(CaseOrder::kSequence);
    FAIL();
  } catch (const LimitReached& limit) {
    EXPECT_STREQ(limit.what(),
                 "cases with alternatives would have more than 4000000 steps, too many for a file; "
                 "no suite is written. Make cases shorter, with --observations or a goal, or leave "
                 "out --merge");
  }
}

TEST(CaseMergerTest, ContradictionsNameCases) {
  const auto cases = Cases({In("<S/>") + Out("<A/>"), In("<T/>") + Out("<A/>"),
                            In("<S/>") + Out("<A/>") + In("<T/>"), In("<S/>") + Out("<B/>")});
  const auto found = CaseMerger(cases).FindContradictions();
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->traces, 3u);
  EXPECT_EQ(found->first, 0u);
  EXPECT_EQ(found->second, 3u);
}

}  // namespace
}  // namespace generator
