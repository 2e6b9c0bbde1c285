#include "adapter/systems/testing/typed_suite.h"

#include <functional>
#include <stdexcept>
#include <utility>

#include "adapter/kind_of_suite.h"
#include "adapter/systems/cases/schema.h"
#include "adapter/systems/paxos/cases/kinds.h"
#include "adapter/systems/quorum/call_kind.h"
#include "suite/reader.h"
#include "xml/parse_source.h"
#include "xml/xml.h"

namespace cases {
namespace {

/// A kind without the type of its cases.
struct AnyKind {
  adapter::CaseForm form;
  Grammar grammar;
  std::function<CaseContent(const suite::Suite&, const suite::Case&, const Configuration&)> read;
  std::function<void(const CaseContent&, xml::Element&)> write;
};

std::vector<AnyKind> AllKinds() {
  std::vector<AnyKind> kinds;
  const auto add = [&]<typename Content>(const Kind<Content>& kind) {
    kinds.push_back({kind.form, kind.grammar,
                     [kind](const suite::Suite& suite, const suite::Case& test,
                            const Configuration& configuration) {
                       return CaseContent(ReadCase(kind, suite, test, configuration));
                     },
                     [kind](const CaseContent& content, xml::Element& element) {
                       kind.write(content.As<Content>(), element);
                     }});
  };
  VisitPaxosKinds(add);
  add(QuorumCallKind());
  return kinds;
}

AnyKind KindNamed(std::string_view name) {
  for (AnyKind& kind : AllKinds()) {
    if (name == kind.form.name) return kind;
  }
  throw std::invalid_argument("not a valid suite: no kind is called '" + std::string(name) + "'");
}

/// The published suites without servers give the sizes as attributes of Test, and nothing else.
bool FitsAttributes(const Suite& suite, const adapter::CaseForm& form) {
  const Configuration& configuration = suite.configuration;
  return form.may_omit_servers && configuration.server_ids.empty() &&
         configuration.failure_phase_one == 0 && configuration.failure_phase_two == 0;
}

}  // namespace

std::vector<adapter::CaseForm> AllForms() {
  std::vector<adapter::CaseForm> forms;
  for (AnyKind& kind : AllKinds()) forms.push_back(std::move(kind.form));
  return forms;
}

std::string SchemaOfKind(std::string_view name) {
  const AnyKind kind = KindNamed(name);
  return SchemaOf(kind.form, kind.grammar);
}

Suite ParseSuite(std::string_view text, const std::string& filename) {
  const suite::Suite document = suite::ParseSuite(std::string(text), filename);
  const std::vector<AnyKind> kinds = AllKinds();
  adapter::CaseForms forms;
  for (const AnyKind& each : kinds) forms.push_back(&each.form);
  const AnyKind kind = KindNamed(adapter::FindKind(document, forms)->name);
  Suite suite{document.name(),       kind.form.name, ReadConfiguration(document, kind.form), {},
              document.provenance(), filename};
  for (const suite::Case& test : document.cases()) {
    suite.cases.push_back({test.id, kind.read(document, test, suite.configuration), test.line()});
  }
  return suite;
}

Suite ReadSuite(const std::string& path) { return ParseSuite(xml::ReadFile(path), path); }

xml::Element ToElement(const Suite& suite) {
  const AnyKind kind = KindNamed(suite.kind);
  xml::Element test("Test");
  test.SetAttribute("TestName", suite.name);
  const bool attributes = FitsAttributes(suite, kind.form);
  if (attributes) {
    test.SetAttribute("SystemSize", std::to_string(suite.configuration.system_size));
    test.SetAttribute("QuorumSize", std::to_string(suite.configuration.quorum_size));
  }
  if (suite.provenance) test.Add(suite::ToElement(*suite.provenance));
  if (!attributes) test.Add(ToElement(suite.configuration));
  for (const TestCase& test_case : suite.cases) {
    xml::Element& element = test.Add("TestCase");
    element.SetAttribute("CaseID", test_case.id);
    kind.write(test_case.content, element);
  }
  return test;
}

std::string WriteSuite(const Suite& suite) {
  std::string document;
  try {
    document = xml::Write(ToElement(suite));
  } catch (const std::bad_cast&) {
    throw std::invalid_argument("not a valid suite: a case is not of kind " + suite.kind);
  }
  // The reader knows every rule of a suite; asking it keeps the rules in one place.
  try {
    if (ParseSuite(document, suite.name) == suite) return document;
  } catch (const base::ParseError& error) {
    throw std::invalid_argument(std::string("not a valid suite: ") + error.what());
  }
  throw std::invalid_argument("not a valid suite: it is not the same when read again");
}

}  // namespace cases
