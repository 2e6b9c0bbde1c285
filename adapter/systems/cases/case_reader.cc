#include "adapter/systems/cases/case_reader.h"

#include <algorithm>
#include <set>

namespace cases {
namespace {

constexpr std::size_t kServersInAdvice = 9;

}  // namespace

CaseReader::CaseReader(const adapter::CaseForm& form, const xml::Checked& test_case,
                       const Configuration& configuration)
    : form_(form),
      whose_(" of " + form.with_article() + " case"),
      case_(test_case),
      configuration_(configuration) {}

xml::Names CaseReader::NamesIn(adapter::CasePart part) const {
  xml::Names names;
  for (const adapter::CaseElement& element : form_.elements) {
    if (element.part == part) names.emplace_back(element.name.c_str());
  }
  return names;
}

void CaseReader::RefuseAlternatives() const {
  for (const xml::Checked& part : case_.Children()) {
    if (!suite::kOneOf.Is(part.element().name)) continue;
    part.Fail(part.tag() + " in " + form_.with_article() + " case",
              "cases of this kind have no alternatives: generate them without --merge");
  }
}

CaseReader::Parts CaseReader::TwoParts() const {
  RefuseAlternatives();
  case_.AllowChildren({suite::kTestValues, suite::kTestOracles}, whose_);
  return {Plain(case_.One(suite::kTestValues), NamesIn(adapter::CasePart::kValues)),
          Plain(case_.One(suite::kTestOracles), NamesIn(adapter::CasePart::kOracles))};
}

std::vector<xml::Checked> CaseReader::Steps() const {
  RefuseAlternatives();
  case_.AllowChildren({xml::Name("TestValue", "TestValues")}, whose_);
  std::vector<xml::Checked> steps = case_.Some(suite::kTestValues);
  for (const xml::Checked& step : steps) Plain(step, NamesIn(adapter::CasePart::kSteps));
  return steps;
}

xml::Checked CaseReader::Plain(const xml::Checked& element, const xml::Names& children) const {
  element.AllowAttributes({});
  element.AllowChildren(children, whose_);
  return element;
}

ServerId CaseReader::Server(const xml::Checked& leaf, const std::vector<ServerId>& known) const {
  const ServerId id = leaf.Number(0, kMaxNumber);
  if (std::find(known.begin(), known.end(), id) != known.end()) return id;
  std::string servers;
  for (std::size_t i = 0; i < known.size() && i < kServersInAdvice; ++i) {
    servers += (i > 0 ? ", " : "") + std::to_string(known[i]);
  }
  if (known.size() > kServersInAdvice) servers += ", ...";
  leaf.FailAtText("unknown server " + std::to_string(id), "the servers are " + servers);
}

std::vector<ServerId> CaseReader::Servers(const std::vector<xml::Checked>& leaves,
                                          const std::vector<ServerId>& known) const {
  std::vector<ServerId> servers;
  for (const xml::Checked& leaf : leaves) servers.push_back(Server(leaf, known));
  return servers;
}

std::vector<xml::Checked> CaseReader::Replies(const xml::Checked& values, const char* name) const {
  std::vector<xml::Checked> replies = values.Some(name);
  const auto servers = static_cast<std::size_t>(configuration_.system_size);
  if (replies.size() > servers) {
    replies[servers].Fail(
        std::to_string(replies.size()) + " replies in a system of " + std::to_string(servers),
        "each server replies at most once");
  }
  return replies;
}

std::vector<ServerId> CaseReader::CaseServers(const xml::Checked& values) const {
  const xml::Checked list = values.One("ServerIDs");
  std::vector<ServerId> servers = ReadServerIds(list, configuration_.system_size);
  if (!configuration_.server_ids.empty()) Servers(list.All("ID"), configuration_.server_ids);
  return servers;
}

std::vector<bool> CaseReader::Flags(const xml::Checked& list, const char* name, std::size_t count,
                                    bool may_be_empty) const {
  Plain(list, {name});
  std::vector<bool> flags;
  for (const xml::Checked& flag : list.All(name)) flags.push_back(flag.Boolean());
  if (flags.empty() && may_be_empty) flags.assign(count, false);
  if (flags.size() != count) {
    list.Fail(
        std::to_string(flags.size()) + " <" + name + "> for " + std::to_string(count) + " servers",
        list.tag() + " holds one for each <ID> of <ServerIDs>" +
            (may_be_empty ? ", or none when all are false" : ""));
  }
  return flags;
}

std::vector<xml::Checked> DistinctLeaves(const xml::Checked& list, const xml::Name& name) {
  std::vector<xml::Checked> leaves = list.All(name);
  std::set<std::int64_t> seen;
  for (const xml::Checked& leaf : leaves) {
    const std::int64_t number = leaf.Number(0, kMaxNumber);
    if (!seen.insert(number).second) {
      leaf.FailAtText("second " + leaf.tag() + " " + std::to_string(number),
                      "each server stands there once");
    }
  }
  return leaves;
}

}  // namespace cases
