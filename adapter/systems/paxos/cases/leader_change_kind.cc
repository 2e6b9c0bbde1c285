#include <utility>

#include "adapter/systems/cases/case_writer.h"
#include "adapter/systems/paxos/cases/kinds.h"

namespace cases {
namespace {

LeaderChangeCase Read(const CaseReader& reader) {
  const CaseReader::Parts parts = reader.TwoParts();
  LeaderChangeCase content;
  content.server_ids = reader.CaseServers(parts.values);
  const xml::Checked leaders = reader.Plain(parts.oracles.One("ExpectLeaders"), {"Leader"});
  content.leaders = reader.Servers(leaders.Some("Leader"), content.server_ids);
  return content;
}

void Write(const LeaderChangeCase& content, xml::Element& test_case) {
  AddIds(test_case.Add("TestValue").Add("ServerIDs"), content.server_ids);
  xml::Element& leaders = test_case.Add("TestOracles").Add("ExpectLeaders");
  for (const ServerId leader : content.leaders) AddNumber(leaders, "Leader", leader);
}

}  // namespace

Kind<LeaderChangeCase> LeaderChangeKind() {
  Grammar grammar{.values = {Shared(One("ServerIDs", Children(Some(One("ID", kServer)))))},
                  .oracles = {One("ExpectLeaders", Children(Some(One("Leader", kServer))))},
                  .values_name = "TestValue"};
  return MakeKind({.name = "leaderchangetest",
                   .article = "a",
                   .meaning = "leaders in order as each one fails",
                   .whole_system = true,
                   .may_omit_servers = true},
                  std::move(grammar), Read, Write);
}

}  // namespace cases
