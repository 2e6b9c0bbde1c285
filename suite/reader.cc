#include "suite/reader.h"

#include <map>
#include <utility>

#include "base/characters.h"
#include "base/nearest.h"
#include "xml/parse_source.h"

namespace suite {
namespace {

constexpr xml::Name kRoot{"Test", "test"};

void CheckRoot(const xml::Checked& test) {
  if (!kRoot.Is(test.element().name)) {
    test.Fail("root element " + test.tag(), "the root element of a suite is <Test>");
  }
  test.AllowChildren({"Generated", "Configuration", "TestCase"});
}

/// A part lacks cases, and has some that the whole suite has not: those before they are merged.
void RefusePart(const xml::Checked& test) {
  const auto generated = test.Optional("Generated");
  const auto shard = generated ? generated->Optional("Shard") : std::nullopt;
  if (!shard) return;
  shard->Fail("this is part " + ReadShard(*shard).part + " of a suite",
              "cpngen merge makes the suite of all its parts");
}

/// The attribute, which must be there; a misspelt one is named instead of the missing one. Other
/// attributes are for the system to judge.
const std::string& NameOf(const xml::Checked& element, const xml::Name& attribute) {
  if (element.OptionalAttribute(attribute) == nullptr) {
    for (const xml::Attribute& other : element.element().attributes) {
      if (!base::Nearest(other.name, {attribute.published})) continue;
      element.FailAt(other.position,
                     "unknown attribute " + base::Quoted(other.name) + " of " + element.tag(),
                     "did you mean " + base::Quoted(attribute.published) + "?");
    }
  }
  return element.AttributeText(attribute);
}

/// The cases of the suite, once their ids are known to be there and distinct.
std::vector<Case> ReadCases(const std::vector<xml::Checked>& elements) {
  std::vector<Case> cases;
  std::map<std::string, int> lines;
  for (const xml::Checked& element : elements) {
    const std::string& id = NameOf(element, kCaseId);
    const auto [first, is_new] = lines.emplace(id, element.element().position.line);
    if (!is_new) {
      element.FailAt(element.OptionalAttribute(kCaseId)->position,
                     "second case " + base::Quoted(id),
                     "the first one is in line " + std::to_string(first->second));
    }
    cases.push_back({id, &element.element()});
  }
  return cases;
}

}  // namespace

Suite ParseSuite(std::string text, const std::string& filename, CasesNeeded needed) {
  Suite suite;
  suite.document_ = std::make_unique<Suite::Document>(std::move(text), filename);
  suite.document_->root = xml::ParseSource(suite.document_->source);
  const xml::Checked test = suite.Check(suite.root());
  CheckRoot(test);
  const bool any = needed == CasesNeeded::kAny;
  if (!any) RefusePart(test);
  const std::vector<xml::Checked> cases = any ? test.All("TestCase") : test.Some("TestCase");
  suite.name_ = NameOf(test, kTestName);
  if (const auto generated = test.Optional("Generated")) {
    suite.provenance_ = ReadProvenance(*generated);
  }
  test.Optional("Configuration");  // fails when there is a second one
  suite.cases_ = ReadCases(cases);
  return suite;
}

Suite ReadSuite(const std::string& path) { return ParseSuite(xml::ReadFile(path), path); }

}  // namespace suite
