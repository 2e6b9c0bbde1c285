#include "adapter/systems/paxos/cases/reader.h"

#include <map>
#include <set>

#include "adapter/systems/paxos/cases/case_reader.h"
#include "base/characters.h"
#include "xml/checked.h"
#include "xml/parse_source.h"

namespace cases {
namespace {

constexpr int kMaxSystemSize = 1000;
constexpr xml::Name kTestName{"TestName", "Name"};
constexpr xml::Name kCaseId{"CaseID", "ID"};

void CheckRoot(const xml::Checked& test) {
  if (test.element().name != "Test") {
    test.Fail("root element " + test.tag(), "the root element of a suite is <Test>");
  }
  xml::Names attributes{kTestName, "SystemSize", "QuorumSize"};
  for (const xml::Attribute& attribute : test.element().attributes) {
    // What XML Schema lets stand in any document, so that an editor finds the schema.
    const bool is_for_schema =
        attribute.name.starts_with("xmlns") || attribute.name.starts_with("xsi:");
    if (is_for_schema) attributes.emplace_back(attribute.name.c_str());
  }
  test.AllowAttributes(attributes);
  test.AllowChildren({"Generated", "Configuration", "TestCase"});
}

Method ReadMethod(const xml::Checked& generated) {
  const std::string& method = generated.AttributeText("Method");
  for (const Method known : {Method::kSimulation, Method::kStateSpace}) {
    if (method == MethodName(known)) return known;
  }
  generated.FailAt(generated.OptionalAttribute("Method")->position,
                   base::Quoted(method) + " is not a method",
                   "'Method' is simulation or state-space");
}

void CheckSeedAndRuns(const xml::Checked& generated, const Provenance& provenance) {
  if (provenance.method == Method::kSimulation) {
    generated.AttributeText("Seed");
    generated.AttributeText("Runs");
  } else if (provenance.runs) {
    generated.FailAt(generated.OptionalAttribute("Runs")->position,
                     "'Runs' of a suite that was not simulated",
                     "only a suite of method simulation has a number of runs");
  }
}

Provenance ReadProvenance(const xml::Checked& generated) {
  generated.AllowAttributes({"Generator", "Model", "Specification", "Method", "Seed", "Runs"});
  generated.AllowChildren({"Parameter"});
  Provenance provenance;
  if (const xml::Attribute* generator = generated.OptionalAttribute("Generator")) {
    provenance.generator = generator->value;
  }
  provenance.model = generated.AttributeText("Model");
  provenance.specification = generated.AttributeText("Specification");
  provenance.method = ReadMethod(generated);
  provenance.seed = generated.OptionalUnsigned("Seed");
  provenance.runs = generated.OptionalUnsigned("Runs");
  CheckSeedAndRuns(generated, provenance);
  std::set<std::string> names;
  for (const xml::Checked& parameter : generated.All("Parameter")) {
    parameter.AllowAttributes({"Name", "Value"});
    parameter.AllowChildren({});
    const std::string& name = parameter.AttributeText("Name");
    const xml::Attribute* value = parameter.OptionalAttribute("Value");
    if (!value) parameter.AttributeText("Value");  // fails with the message for a missing one
    if (!names.insert(name).second) {
      parameter.Fail("second value of parameter " + base::Quoted(name),
                     "a parameter has one value");
    }
    provenance.parameters.emplace_back(name, value->value);
  }
  return provenance;
}

Configuration ConfigurationFromElement(const xml::Checked& test, const xml::Checked& element) {
  for (const char* name : {"SystemSize", "QuorumSize"}) {
    if (const xml::Attribute* attribute = test.OptionalAttribute(name)) {
      test.FailAt(attribute->position,
                  "attribute " + base::Quoted(name) + " beside <Configuration>",
                  "<Configuration> says it; remove the attribute");
    }
  }
  element.AllowAttributes({});
  element.AllowChildren(
      {"SystemSize", "QuorumSize", "ServerIDs", "FailurePhaseOne", "FailurePhaseTwo"});
  Configuration configuration;
  const auto number = [&](const char* name, int least, int most) {
    return static_cast<int>(element.One(name).Number(least, most));
  };
  const int size = number("SystemSize", 1, kMaxSystemSize);
  configuration.system_size = size;
  configuration.quorum_size = number("QuorumSize", 1, size);
  configuration.server_ids = ReadServerIds(element.One("ServerIDs"), size);
  configuration.failure_phase_one = number("FailurePhaseOne", 0, size);
  configuration.failure_phase_two = number("FailurePhaseTwo", 0, size);
  return configuration;
}

Configuration ConfigurationFromAttributes(const xml::Checked& test) {
  const auto number = [&](const char* name, int most) {
    return static_cast<int>(test.AttributeNumber(name, 1, most));
  };
  Configuration configuration;
  configuration.system_size = number("SystemSize", kMaxSystemSize);
  configuration.quorum_size = number("QuorumSize", configuration.system_size);
  return configuration;
}

Configuration ReadConfiguration(const xml::Checked& test, Kind kind) {
  if (const auto element = test.Optional("Configuration")) {
    return ConfigurationFromElement(test, *element);
  }
  if (!MayOmitServers(kind)) {
    test.Fail("missing <Configuration> in <Test>",
              WithArticle(kind) + " suite says its servers in <Configuration>");
  }
  return ConfigurationFromAttributes(test);
}

/// The kind of the first case that shows one; every other case must be of that kind or show none.
Kind ReadKind(const std::vector<xml::Checked>& cases) {
  const xml::Checked* decisive = nullptr;
  std::optional<Kind> kind;
  for (const xml::Checked& test_case : cases) {
    const auto case_kind = DetectKind(test_case.element());
    if (!case_kind) continue;
    if (kind && *case_kind != *kind) {
      test_case.Fail(WithArticle(*case_kind) + " case in " + WithArticle(*kind) + " suite",
                     "all cases of a suite are of one kind, here that of line " +
                         std::to_string(decisive->element().position.line));
    }
    if (!kind) decisive = &test_case;
    kind = case_kind;
  }
  if (!kind) FailUnknownKind(cases.front());
  return *kind;
}

std::vector<TestCase> ReadCases(const std::vector<xml::Checked>& elements, const Suite& suite) {
  std::vector<TestCase> cases;
  std::map<std::string, int> lines;
  for (const xml::Checked& element : elements) {
    element.AllowAttributes({kCaseId});
    const std::string& id = element.AttributeText(kCaseId);
    const int line = element.element().position.line;
    const auto [first, is_new] = lines.emplace(id, line);
    if (!is_new) {
      element.FailAt(element.OptionalAttribute(kCaseId)->position,
                     "second case " + base::Quoted(id),
                     "the first one is in line " + std::to_string(first->second));
    }
    cases.push_back({id, ReadCase(suite.kind, element, suite.configuration), line});
  }
  return cases;
}

}  // namespace

Suite ParseSuite(std::string_view text, const std::string& filename) {
  const base::Source source(text, filename);
  const xml::Element root = xml::ParseSource(source);
  const xml::Checked test(source, root);
  CheckRoot(test);
  const std::vector<xml::Checked> cases = test.Some("TestCase");
  Suite suite;
  suite.file = filename;
  suite.name = test.AttributeText(kTestName);
  suite.kind = ReadKind(cases);
  if (const auto generated = test.Optional("Generated")) {
    suite.provenance = ReadProvenance(*generated);
  }
  suite.configuration = ReadConfiguration(test, suite.kind);
  suite.cases = ReadCases(cases, suite);
  return suite;
}

Suite ReadSuite(const std::string& path) { return ParseSuite(xml::ReadFile(path), path); }

}  // namespace cases
