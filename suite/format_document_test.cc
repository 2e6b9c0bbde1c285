// docs/suite_format.md and docs/suite.xsd say what the code does.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/temporary_folder.h"
#include "suite/reader.h"
#include "testing/files.h"
#include "testing/paths.h"
#include "testing/text.h"
#include "xml/xml.h"

namespace suite {
namespace {

std::string Document() { return test::ReadFile(test::SourcePath("/docs/suite_format.md")); }

/// An example of the document, a suite of a system that is not in the box.
std::string Example(const std::string& name = "envelope") {
  const std::string document = Document();
  const std::string start = "\n```xml " + name + "\n";
  const std::size_t begin = document.find(start) + start.size();
  return document.substr(begin, document.find("```\n", begin) - begin);
}

TEST(EnvelopeDocumentTest, ItsExampleIsASuiteWithOneStep) {
  const Suite suite = ParseSuite(Example(), "example.xml");
  const std::vector<Step> steps = StepsOf(suite, suite.cases().at(0));
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].stimuli[0].name, "Vote");
  EXPECT_EQ(steps[0].order, Order::kSet);
}

TEST(EnvelopeDocumentTest, ItsExampleOfAlternativesIsATree) {
  const Suite suite = ParseSuite(Example("alternatives"), "example.xml");
  const std::vector<Step> steps = StepsOf(suite, suite.cases().at(0));
  ASSERT_EQ(steps.size(), 1u);
  ASSERT_EQ(steps[0].alternatives.size(), 2u);
  EXPECT_EQ(steps[0].alternatives[0].rest.size(), 1u);
}

std::string WithCommas(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

TEST(EnvelopeDocumentTest, StatesTheLimitsOfTheCode) {
  const std::string document = Document();
  const auto states = [&](const std::string& row) {
    return document.find("\n" + row) != std::string::npos;
  };
  EXPECT_TRUE(states("| a file | " + WithCommas(xml::kMaxFileBytes) + " bytes"));
  EXPECT_TRUE(states("| tags (start tags, end tags, comments and the like) in a file | " +
                     WithCommas(xml::kMaxTags) + " |"));
  EXPECT_TRUE(states("| elements inside each other | " + std::to_string(xml::kMaxDepth) + " |"));
  EXPECT_TRUE(states("| `OneOf` inside each other | " + std::to_string(kMaxChoices) + " |"));
  EXPECT_TRUE(states("| a name | " + std::to_string(xml::kMaxNameBytes) + " bytes"));
  EXPECT_TRUE(states("| attributes of an element | " + std::to_string(xml::kMaxAttributes) + " |"));
  EXPECT_TRUE(states("| an attribute's value | " + WithCommas(xml::kMaxAttributeBytes) + " bytes"));
  EXPECT_TRUE(states("| an element's text | " + WithCommas(xml::kMaxTextBytes) + " bytes"));
}

class EnvelopeSchemaTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::string(CPNGEN_XMLLINT).empty()) GTEST_SKIP() << "no xmllint (libxml2-utils)";
  }
  /// Whether docs/suite.xsd accepts the file.
  static bool Accepts(const std::string& file) {
    const std::string command = "'" CPNGEN_XMLLINT "' --noout --schema '" +
                                test::SourcePath("/docs/suite.xsd") + "' '" + file +
                                "' >/dev/null 2>&1";
    return std::system(command.c_str()) == 0;
  }
  bool AcceptsText(const std::string& text) { return Accepts(folder_.Write("a.xml", text)); }

  base::TemporaryFolder folder_;
};

TEST_F(EnvelopeSchemaTest, AcceptsSuitesOfAnySystem) {
  EXPECT_TRUE(AcceptsText(Example()));
  EXPECT_TRUE(AcceptsText(Example("alternatives")));
  EXPECT_TRUE(Accepts(test::SourcePath("/tests/golden/expected/two-phase-commit-system.xml")));
  EXPECT_TRUE(Accepts(test::SourcePath("/tests/golden/expected/two-phase-commit-decision.xml")));
}

TEST_F(EnvelopeSchemaTest, AcceptsThePublishedSuitesOfTwoPhaseCommit) {
  const auto files = test::FilesBelow(test::CorpusPath("/two-phase-commit-suites"), ".xml");
  if (files.empty()) GTEST_SKIP() << "no corpus at " << test::CorpusPath();
  for (const std::string& file : files) EXPECT_TRUE(Accepts(file)) << file;
}

TEST_F(EnvelopeSchemaTest, RefusesWhatTheReaderRefuses) {
  const std::vector<std::string> broken = {
      test::Replace(Example(), " TestName=\"two-phase-commit\"", ""),
      test::Replace(Example(), " CaseID=\"1\"", ""),
      test::Replace(Example(), "Order=\"set\"", "Order=\"any\""),
      test::Replace(Example(), "<TestValues>", "<TestOracles></TestOracles><TestValues>"),
      test::Replace(Example("alternatives"), "</OneOf>", "</OneOf><TestValues></TestValues>"),
      test::Replace(Example("alternatives"), "<OneOf>", "<OneOf Order=\"set\">"),
      test::Replace(Example("alternatives"), "</Alternative>\n      <Alternative>", ""),
      "<Test TestName=\"x\"></Test>\n"};
  for (const std::string& text : broken) {
    EXPECT_FALSE(AcceptsText(text)) << text;
    EXPECT_THROW(
        {
          const Suite suite = ParseSuite(text, "a.xml");
          for (const Case& test : suite.cases()) StepsOf(suite, test);
        },
        base::ParseError)
        << text;
  }
}

}  // namespace
}  // namespace suite
