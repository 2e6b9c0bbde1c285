#include <optional>
#include <utility>

#include "adapter/systems/cases/case_writer.h"
#include "adapter/systems/paxos/cases/kinds.h"

namespace cases {
namespace {

FailureDetectorCase Read(const CaseReader& reader) {
  const CaseReader::Parts parts = reader.TwoParts();
  FailureDetectorCase content;
  content.server_ids = reader.CaseServers(parts.values);
  const std::size_t count = content.server_ids.size();
  content.alive = reader.Flags(parts.values.One("Alives"), "Alive", count, false);
  content.suspected = reader.Flags(parts.values.One("Suspects"), "Suspected", count, true);
  content.expect_suspected =
      reader.Flags(parts.oracles.One("ExpectSuspects"), "ExpectSuspect", count, true);
  if (const auto lates = parts.values.Optional("Lates")) {
    content.late = reader.Flags(*lates, "Late", count, true);
  }
  if (const auto longer = parts.oracles.Optional("ExpectLonger")) {
    content.expect_longer = longer->Boolean();
  }
  const auto reported = [&](const char* name) -> std::optional<std::vector<ServerId>> {
    const auto list = parts.oracles.Optional(name);
    if (!list) return std::nullopt;
    return reader.Servers(DistinctLeaves(reader.Plain(*list, {"ID"}), "ID"), content.server_ids);
  };
  content.expect_newly_suspected = reported("ExpectNewlySuspected");
  content.expect_restored = reported("ExpectRestored");
  return content;
}

void AddFlags(xml::Element& parent, const char* list_name, const char* name,
              const std::vector<bool>& flags) {
  xml::Element& list = parent.Add(list_name);
  for (const bool flag : flags) AddBoolean(list, name, flag);
}

void AddReport(xml::Element& parent, const char* name,
               const std::optional<std::vector<ServerId>>& reported) {
  if (reported) AddIds(parent.Add(name), *reported);
}

void Write(const FailureDetectorCase& content, xml::Element& test_case) {
  xml::Element& values = test_case.Add("TestValues");
  AddIds(values.Add("ServerIDs"), content.server_ids);
  AddFlags(values, "Alives", "Alive", content.alive);
  AddFlags(values, "Suspects", "Suspected", content.suspected);
  if (content.late) AddFlags(values, "Lates", "Late", *content.late);
  xml::Element& oracles = test_case.Add("TestOracles");
  AddFlags(oracles, "ExpectSuspects", "ExpectSuspect", content.expect_suspected);
  if (content.expect_longer) AddBoolean(oracles, "ExpectLonger", *content.expect_longer);
  AddReport(oracles, "ExpectNewlySuspected", content.expect_newly_suspected);
  AddReport(oracles, "ExpectRestored", content.expect_restored);
}

}  // namespace

Kind<FailureDetectorCase> FailureDetectorKind() {
  const auto flags = [](const char* name) { return Children(Any(One(name, kTruthValue))); };
  const Type servers = Children(Any(One("ID", kServer)));
  Grammar grammar{
      .values = {Sequence({Shared(One("ServerIDs", Children(Some(One("ID", kServer))))),
                           One("Alives", Children(Some(One("Alive", kTruthValue)))),
                           One("Suspects", flags("Suspected")),
                           Maybe(One("Lates", flags("Late")))})},
      .oracles = {Sequence(
          {One("ExpectSuspects", flags("ExpectSuspect")), Maybe(One("ExpectLonger", kTruthValue)),
           Maybe(One("ExpectNewlySuspected", servers)), Maybe(One("ExpectRestored", servers))})}};
  return MakeKind({.name = "timeouttest",
                   .article = "a",
                   .meaning = "one time-out of the failure detector",
                   .may_omit_servers = true},
                  std::move(grammar), Read, Write);
}

}  // namespace cases
