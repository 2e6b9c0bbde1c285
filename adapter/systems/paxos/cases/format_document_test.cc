// The examples of docs/paxos_suites.md are what they say they are.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "adapter/systems/paxos/cases/test_util.h"
#include "adapter/systems/testing/typed_suite.h"
#include "testing/files.h"

namespace cases {
namespace {

using testing::Examples;

std::string Document() { return test::ReadFile(CPNGEN_SOURCE_DIR "/docs/paxos_suites.md"); }

TEST(FormatDocumentTest, HasOneExampleOfEachKind) {
  EXPECT_EQ(Examples().size(), AllForms().size() + 3);  // faults, late answers, the broken one
  for (const adapter::CaseForm& form : AllForms()) {
    ASSERT_TRUE(Examples().contains(form.name)) << form.name;
    EXPECT_EQ(ParseSuite(Examples().at(form.name), "example").kind, form.name);
  }
}

TEST(FormatDocumentTest, ExamplesAreInTheWrittenForm) {
  for (const adapter::CaseForm& form : AllForms()) {
    const std::string& example = Examples().at(form.name);
    EXPECT_EQ(WriteSuite(ParseSuite(example, "example")), example);
  }
  const std::string& faults = Examples().at("faults");
  EXPECT_EQ(WriteSuite(ParseSuite(faults, "example")), faults);
  const std::string& late = Examples().at("timeouttest-late");
  EXPECT_EQ(WriteSuite(ParseSuite(late, "example")), late);
}

/// The row of the table of kinds that the form asks for.
std::string KindRow(const adapter::CaseForm& form) {
  std::string elements;
  std::set<std::string> seen;
  for (const adapter::CaseElement& element : form.elements) {
    const bool is_fault = FindFaultForm(element.name) != nullptr;
    if (element.shared || !seen.insert(is_fault ? "a fault" : element.name).second) continue;
    elements += elements.empty() ? "" : ", ";
    elements += is_fault ? "a [fault](#faults)" : '`' + std::string(element.name) + '`';
  }
  return "| `" + std::string(form.name) + "` | " + form.meaning + " | " + elements + " |";
}

TEST(FormatDocumentTest, ListsEveryKindWithTheElementsThatTellIt) {
  const std::string document = Document();
  for (const adapter::CaseForm& form : AllForms()) {
    EXPECT_NE(document.find("\n" + KindRow(form) + "\n"), std::string::npos) << KindRow(form);
  }
}

TEST(FormatDocumentTest, NoElementTellsTwoKinds) {
  std::map<std::string, std::string> kinds;
  for (const adapter::CaseForm& form : AllForms()) {
    for (const adapter::CaseElement& element : form.elements) {
      if (element.shared) continue;
      EXPECT_EQ(kinds.emplace(element.name, form.name).first->second, form.name) << element.name;
    }
  }
}

std::string Children(const FaultForm& form) {
  std::string text;
  const auto add = [&](bool there, const char* name) {
    if (there) text += (text.empty() ? "" : ", ") + std::string(name);
  };
  add(form.message, "`Message`, `From`, `To`");
  add(form.one_server, "`ID`");
  add(form.servers, "`ID` (1 or more)");
  add(form.at, "`At`");
  add(form.until, "`Until`");
  add(form.restart, "`Restart` (0 or 1)");
  add(form.round, "`Round`");
  return text;
}

TEST(FormatDocumentTest, ListsAllFaultsWithTheirWords) {
  const std::string document = Document();
  const auto expect_row = [&](const std::string& row) {
    EXPECT_NE(document.find("\n" + row + "\n"), std::string::npos) << row;
  };
  for (const FaultForm& form : FaultForms()) {
    expect_row("| `" + std::string(form.element) + "` | " + Children(form) + " | " + form.meaning +
               " |");
  }
  for (const auto* words : {&MessageWords(), &PointWords(), &RestartWords(), &RoundWords()}) {
    for (const FaultWord& word : *words) {
      if (*word.name == '\0') continue;
      expect_row("| `" + std::string(word.name) + "` | " + word.meaning + " |");
    }
  }
}

TEST(FormatDocumentTest, ShowsTheErrorOfTheBrokenExample) {
  const std::string& broken = Examples().at("broken");
  try {
    ParseSuite(broken, "broken.xml");
    FAIL() << "accepted";
  } catch (const base::ParseError& error) {
    const std::string block = "```text\n" + std::string(error.what()) + "\n```";
    EXPECT_NE(Document().find(block), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace cases
