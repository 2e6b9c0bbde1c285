// Steps with alternatives: what StepsOf reads, and the whole error of what it refuses.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "suite/reader.h"

namespace suite {
namespace {

/// A suite whose only case has these children; they begin in line 2.
Suite WithCase(const std::string& children) {
  return ParseSuite(
      "<Test TestName='x'><TestCase CaseID='1'>\n" + children + "\n</TestCase></Test>", "a.xml");
}

std::vector<Step> Steps(const Suite& suite) { return StepsOf(suite, suite.cases()[0]); }

std::string ErrorOf(const std::string& children) {
  const Suite suite = WithCase(children);
  try {
    Steps(suite);
  } catch (const base::ParseError& error) {
    return error.what();
  }
  return "";
}

std::string Alternative(const std::string& responses, const std::string& rest = "",
                        const std::string& attributes = "") {
  return "<Alternative><TestOracles" + attributes + ">" + responses + "</TestOracles>" + rest +
         "</Alternative>\n";
}
std::string OneOf(const std::string& alternatives) { return "<OneOf>" + alternatives + "</OneOf>"; }

const std::string kTwo = OneOf(Alternative("<A/>") + Alternative("<B/>"));

TEST(StepsTest, AlternativesEndAStepAndHaveStepsOfTheirOwn) {
  const Suite suite = WithCase(
      "<TestValues><S/></TestValues><TestOracles><R/></TestOracles><TestValues><T/></TestValues>" +
      OneOf(Alternative("<A/><B/>", "<TestValues><U/></TestValues>" + kTwo, " Order='set'") +
            "<Alternative/>"));
  const std::vector<Step> steps = Steps(suite);
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].responses.size(), 1u);
  EXPECT_TRUE(steps[0].alternatives.empty());
  EXPECT_EQ(steps[1].stimuli[0].name, "T");
  EXPECT_TRUE(steps[1].responses.empty());
  ASSERT_EQ(steps[1].alternatives.size(), 2u);
  const suite::Alternative& first = steps[1].alternatives[0];
  EXPECT_EQ(first.responses[1].name, "B");
  EXPECT_EQ(first.order, Order::kSet);
  ASSERT_EQ(first.rest.size(), 1u);
  EXPECT_EQ(first.rest[0].stimuli[0].name, "U");
  EXPECT_EQ(first.rest[0].alternatives.size(), 2u);
  EXPECT_TRUE(steps[1].alternatives[1].responses.empty());
  EXPECT_TRUE(steps[1].alternatives[1].rest.empty());
}

TEST(StepsTest, AnAlternativeMayBeTheBeginningOfAnother) {
  EXPECT_EQ(ErrorOf("<TestValues/>" + OneOf(Alternative("<A/>") + Alternative("<A/><B/>"))), "");
}

TEST(StepsTest, ALoneAlternativeIsRefused) {
  EXPECT_EQ(ErrorOf("<TestValues/>\n  <OneOf><Alternative/></OneOf>"),
            "a.xml:3:3: a single <Alternative> in <OneOf>\n"
            "  <OneOf><Alternative/></OneOf>\n"
            "  ^\n"
            "<OneOf> holds two or more; what is certain stands in <TestOracles>");
}

TEST(StepsTest, NoAlternativeIsRefused) {
  EXPECT_EQ(ErrorOf("<TestValues/>\n<OneOf/>"),
            "a.xml:3:1: no <Alternative> in <OneOf>\n<OneOf/>\n^\n"
            "<OneOf> holds two or more; what is certain stands in <TestOracles>");
}

TEST(StepsTest, WhatStandsBehindAlternativesIsRefused) {
  EXPECT_EQ(ErrorOf("<TestValues/>" + kTwo + "\n<TestValues/>"),
            "a.xml:5:1: <TestValues> behind <OneOf>\n<TestValues/>\n^\n"
            "<OneOf> comes last; what follows a response stands in its <Alternative>");
}

TEST(StepsTest, AlternativesWithoutValuesAreRefused) {
  EXPECT_EQ(ErrorOf("<OneOf/>"),
            "a.xml:2:1: <OneOf> without values before it\n<OneOf/>\n^\n"
            "a step is <TestValues>, and then <TestOracles> or <OneOf>");
  EXPECT_EQ(ErrorOf("<TestValues/><TestOracles/>\n<OneOf/>"),
            "a.xml:3:1: <OneOf> without values before it\n<OneOf/>\n^\n"
            "a step is <TestValues>, and then <TestOracles> or <OneOf>");
}

TEST(StepsTest, SecondOraclesOfAnAlternativeAreRefused) {
  EXPECT_EQ(ErrorOf("<TestValues/><OneOf><Alternative><TestOracles/>\n<TestOracles/>"
                    "</Alternative><Alternative/></OneOf>"),
            "a.xml:3:1: <TestOracles> without values before it\n"
            "<TestOracles/></Alternative><Alternative/></OneOf>\n^\n"
            "a step is <TestValues>, and then <TestOracles> or <OneOf>");
}

TEST(StepsTest, AnotherElementAmongAlternativesIsRefused) {
  EXPECT_EQ(ErrorOf("<TestValues/><OneOf><Alternative/>\n<Alternativ/></OneOf>"),
            "a.xml:3:1: unknown element <Alternativ> in <OneOf> of a case\n"
            "<Alternativ/></OneOf>\n^\n"
            "did you mean <Alternative>?");
}

TEST(StepsTest, AttributesOfAlternativesAreRefused) {
  EXPECT_EQ(ErrorOf("<TestValues/>\n<OneOf Order='set'><Alternative/><Alternative/></OneOf>"),
            "a.xml:3:8: unknown attribute 'Order' of <OneOf>\n"
            "<OneOf Order='set'><Alternative/><Alternative/></OneOf>\n"
            "       ^\nremove it");
  EXPECT_EQ(ErrorOf("<TestValues/><OneOf>\n<Alternative a='1'/><Alternative/></OneOf>"),
            "a.xml:3:14: unknown attribute 'a' of <Alternative>\n"
            "<Alternative a='1'/><Alternative/></OneOf>\n"
            "             ^\nremove it");
}

/// The error of a third alternative, in line 4, with the responses of the second, in line 3.
std::string SameAsLine3(const std::string& third) {
  return "a.xml:4:1: <Alternative> with the responses of the one in line 3\n" + third +
         "^\nthe responses tell which alternative it is, so that they must differ";
}

/// The error of a case with this second and third alternative.
std::string ErrorOfTwo(const std::string& second, const std::string& third) {
  return ErrorOf("<TestValues/><OneOf>" + Alternative("<X/>") + second + third + "</OneOf>");
}

TEST(StepsTest, AlternativesWithTheSameResponsesAreRefused) {
  const std::string response = Alternative("<A b='1' c='2'><D/><E/></A>");
  const std::string reordered = Alternative("<A c='2' b='1'><E/><D/></A>");
  EXPECT_EQ(ErrorOfTwo(response, reordered), SameAsLine3(reordered));
  EXPECT_EQ(ErrorOfTwo(response, Alternative("<A b='1' c='3'><D/><E/></A>")), "");
}

TEST(StepsTest, ASetHasTheResponsesOfASequenceInAnyOrder) {
  const std::string sequence = Alternative("<A/><B/>");
  const std::string turned = Alternative("<B/><A/>");
  const std::string set = Alternative("<B/><A/>", "", " Order='set'");
  EXPECT_EQ(ErrorOfTwo(sequence, turned), "");
  EXPECT_EQ(ErrorOfTwo(sequence, set), SameAsLine3(set));
  EXPECT_EQ(ErrorOfTwo(set, sequence), SameAsLine3(sequence));
  EXPECT_EQ(ErrorOfTwo(set, set), SameAsLine3(set));
}

/// So many `OneOf` inside each other, each in a line of its own.
std::string Nested(int choices) {
  std::string innermost = "<TestOracles/>";
  for (int i = 0; i < choices; ++i) {
    innermost =
        "\n<OneOf>" + Alternative("<A/>", "<TestValues/>" + innermost) + "<Alternative/></OneOf>";
  }
  return "<TestValues/>" + innermost;
}

TEST(StepsTest, AlternativesInsideOfTooManyOthersAreRefused) {
  EXPECT_EQ(ErrorOf(Nested(kMaxChoices)), "");
  EXPECT_EQ(ErrorOf(Nested(kMaxChoices + 1)),
            "a.xml:27:1: more than 24 <OneOf> inside each other\n"
            "<OneOf><Alternative><TestOracles><A/></TestOracles><TestValues/><TestOracles/>"
            "</Alternative>\n^\nmake shorter cases");
}

}  // namespace
}  // namespace suite
