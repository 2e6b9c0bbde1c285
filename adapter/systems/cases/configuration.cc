#include "adapter/systems/cases/configuration.h"

#include <limits>
#include <map>
#include <string>

#include "adapter/systems/cases/case_writer.h"
#include "base/characters.h"

namespace cases {
namespace {

constexpr std::int64_t kMaxNumber = std::numeric_limits<std::int64_t>::max();
constexpr int kMaxSystemSize = 1000;

struct Quorum {
  const char* name;
  int Configuration::*size;
};
constexpr Quorum kQuorums[] = {{"PrepareQuorum", &Configuration::prepare_quorum},
                               {"AcceptQuorum", &Configuration::accept_quorum},
                               {"CommitQuorum", &Configuration::commit_quorum}};

// Of the published form, which has one size, nothing is asked: units of it may have any.
void CheckQuorums(const xml::Checked& element, const Configuration& configuration) {
  const auto prepare = element.Optional("PrepareQuorum"), accept = element.Optional("AcceptQuorum");
  const auto size = [&](int own) { return own != 0 ? own : configuration.quorum_size; };
  const int promises = size(configuration.prepare_quorum);
  const int votes = size(configuration.accept_quorum);
  if ((!prepare && !accept) || promises + votes > configuration.system_size) return;
  (accept ? accept : prepare)
      ->Fail("quorums of " + std::to_string(promises) + " promises and of " +
                 std::to_string(configuration.accept_quorum) +
                 " votes may have no server in common",
             "the two sizes add up to more than " + std::to_string(configuration.system_size) +
                 ", the number of servers");
}

void AllowRootAttributes(const xml::Checked& test) {
  xml::Names attributes{suite::kTestName, "SystemSize", "QuorumSize"};
  for (const xml::Attribute& attribute : test.element().attributes) {
    // What XML Schema lets stand in any document, so that an editor finds the schema.
    const bool is_for_schema =
        attribute.name.starts_with("xmlns") || attribute.name.starts_with("xsi:");
    if (is_for_schema) attributes.emplace_back(attribute.name.c_str());
  }
  test.AllowAttributes(attributes);
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
  element.AllowChildren({"SystemSize", "QuorumSize", "PrepareQuorum", "AcceptQuorum",
                         "CommitQuorum", "ServerIDs", "FailurePhaseOne", "FailurePhaseTwo"});
  Configuration configuration;
  const auto number = [&](const char* name, int least, int most) {
    return static_cast<int>(element.One(name).Number(least, most));
  };
  const int size = number("SystemSize", 1, kMaxSystemSize);
  configuration.system_size = size;
  configuration.quorum_size = number("QuorumSize", 1, size);
  for (const auto& [name, quorum] : kQuorums) {
    if (element.Optional(name)) configuration.*quorum = number(name, 1, size);
  }
  CheckQuorums(element, configuration);
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

}  // namespace

Configuration ReadConfiguration(const suite::Suite& suite, const adapter::CaseForm& form) {
  const xml::Checked test = suite.Check(suite.root());
  AllowRootAttributes(test);
  if (const auto element = test.Optional("Configuration")) {
    return ConfigurationFromElement(test, *element);
  }
  if (!form.may_omit_servers) {
    test.Fail("missing <Configuration> in <Test>",
              form.with_article() + " suite says its servers in <Configuration>");
  }
  return ConfigurationFromAttributes(test);
}

Particle ConfigurationGrammar() {
  const Type size{"SystemSize", {}, {}};
  const Type failures{"FailureBound", {}, {}};
  return One(
      "Configuration",
      Children(Sequence({One("SystemSize", size), One("QuorumSize", size),
                         Maybe(One("PrepareQuorum", size)), Maybe(One("AcceptQuorum", size)),
                         Maybe(One("CommitQuorum", size)),
                         One("ServerIDs", Children(Some(One("ID", kNumber)))),
                         One("FailurePhaseOne", failures), One("FailurePhaseTwo", failures)})));
}

xml::Element ToElement(const Configuration& configuration) {
  xml::Element element("Configuration");
  AddNumber(element, "SystemSize", configuration.system_size);
  AddNumber(element, "QuorumSize", configuration.quorum_size);
  for (const auto& [name, quorum] : kQuorums) {
    if (configuration.*quorum != 0) AddNumber(element, name, configuration.*quorum);
  }
  AddIds(element.Add("ServerIDs"), configuration.server_ids);
  AddNumber(element, "FailurePhaseOne", configuration.failure_phase_one);
  AddNumber(element, "FailurePhaseTwo", configuration.failure_phase_two);
  return element;
}

std::vector<ServerId> ReadServerIds(const xml::Checked& list, int system_size) {
  list.AllowAttributes({});
  list.AllowChildren({"ID"});
  std::map<ServerId, int> lines;
  std::vector<ServerId> ids;
  for (const xml::Checked& leaf : list.All("ID")) {
    const ServerId id = leaf.Number(0, kMaxNumber);
    const auto [first, is_new] = lines.emplace(id, leaf.element().position.line);
    if (!is_new) {
      leaf.Fail("second server " + std::to_string(id),
                "the first one is in line " + std::to_string(first->second));
    }
    ids.push_back(id);
  }
  if (ids.size() != static_cast<std::size_t>(system_size)) {
    list.Fail(
        std::to_string(ids.size()) + " server ids in a system of " + std::to_string(system_size),
        list.tag() + " lists each server once");
  }
  return ids;
}

}  // namespace cases
