// The examples of docs/paxos_suites.md are what they say they are.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "adapter/systems/paxos/cases/test_util.h"
#include "adapter/systems/testing/typed_suite.h"
#include "testing/files.h"
#include "testing/paths.h"

namespace cases {
namespace {

using testing::Examples;

std::string Document() { return test::ReadFile(test::SourcePath("/docs/paxos_suites.md")); }

TEST(FormatDocumentTest, ExamplesAreOfTheKindThatTheySay) {
  for (const auto& [name, text] : Examples()) {
    if (name == "broken") continue;
    const bool is_system = name == "faults" || name == "clients";
    const std::string kind = is_system ? "system" : name.substr(0, name.find('-'));
    EXPECT_EQ(ParseSuite(text, "example").kind, kind) << name;
  }
}

TEST(FormatDocumentTest, ExamplesAreInTheWrittenForm) {
  for (const auto& [name, text] : Examples()) {
    if (name == "broken") continue;
    EXPECT_EQ(WriteSuite(ParseSuite(text, "example")), text) << name;
  }
}

/// The row of the table of kinds that the form asks for.
std::string KindRow(const adapter::CaseForm& form) {
  std::string elements;
  std::set<std::string> seen;
  for (const adapter::CaseElement& element : form.elements) {
    const bool is_fault = FindFaultForm(element.name) != nullptr;
    if (element.shared || !seen.insert(is_fault ? "a fault" : element.name).second) continue;
    elements += elements.empty() ? "" : ", ";
    elements += is_fault ? "a [fault](#faults)" : '`' + element.name + '`';
  }
  return "| `" + std::string(form.name) + "` | " + form.meaning + " | " + elements + " |";
}

/// The lines of the table of kinds, without its heading.
std::set<std::string> KindRows(const std::string& document) {
  std::istringstream lines(document);
  std::set<std::string> rows;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    const bool is_row = line.starts_with("| ");
    if (line.starts_with("| kind | what is tested |")) {
      inside = true;
    } else if (inside && is_row) {
      rows.insert(line);
    } else if (inside && !line.starts_with('|')) {
      break;
    }
  }
  return rows;
}

// A kind that is not in the document is described by `adapter kinds` alone.
TEST(FormatDocumentTest, WhatTheTableSaysOfKindsIsTrue) {
  std::set<std::string> known;
  for (const adapter::CaseForm& form : AllForms()) known.insert(KindRow(form));
  const std::set<std::string> rows = KindRows(Document());
  EXPECT_GE(rows.size(), 12u);
  for (const std::string& row : rows) EXPECT_TRUE(known.contains(row)) << row;
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
