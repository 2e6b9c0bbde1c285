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
  adapter::CaseForm form{.name = "leaderchangetest",
                         .article = "a",
                         .meaning = "leaders in order as each one fails",
                         .elements = {{"ServerIDs", adapter::CasePart::kValues, true},
                                      {"ExpectLeaders", adapter::CasePart::kOracles}}};
  form.may_omit_servers = true;
  form.whole_system = true;
  return {std::move(form), Read, Write};
}

}  // namespace cases
