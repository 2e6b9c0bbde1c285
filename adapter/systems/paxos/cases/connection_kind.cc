#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "adapter/systems/paxos/cases/kinds.h"
#include "xml/words.h"

namespace cases {
namespace {

constexpr const char* kProtectionWords[] = {"none", "tls"};

std::vector<const char*> HostWords() {
  std::vector<const char*> words;
  for (std::size_t i = 0; i < std::size(kIdentityWords); ++i) {
    if (static_cast<Identity>(i) != Identity::kAnonymous) words.push_back(kIdentityWords[i]);
  }
  return words;
}

Visitor ReadVisitor(const CaseReader& reader, const xml::Checked& element) {
  reader.Plain(element, {"Shows", "Sends", "Stays"});
  Visitor visitor{xml::ReadWord<Identity>(element.One("Shows"), kIdentityWords),
                  xml::ReadWord<Visitor::Sends>(element.One("Sends"), kSendsWords)};
  if (const auto stays = element.Optional("Stays")) {
    reader.Plain(*stays, {});
    visitor.stays = true;
  }
  return visitor;
}

Identity ReadHost(const xml::Checked& leaf) {
  const auto host = xml::ReadWord<Identity>(leaf, kIdentityWords);
  if (host == Identity::kAnonymous) {
    leaf.FailAtText("'anonymous' for <Host>", "a server with TLS has a certificate");
  }
  return host;
}

void CheckCount(const xml::Checked& oracles, std::size_t outcomes, std::size_t what,
                const std::string& name) {
  if (outcomes == what) return;
  oracles.Fail(
      std::to_string(outcomes) + " outcomes of " + std::to_string(what) + " <" + name + ">",
      "there is one <Expect" + name + "> for each <" + name + ">");
}

ConnectionCase Read(const CaseReader& reader) {
  const auto [values, oracles] = reader.TwoParts();
  ConnectionCase content;
  content.tls = xml::ReadWord<int>(values.One("Protection"), kProtectionWords) == 1;
  for (const xml::Checked& element : values.All("Visitor")) {
    content.visitors.push_back(ReadVisitor(reader, element));
  }
  for (const xml::Checked& leaf : values.All("Host")) content.hosts.push_back(ReadHost(leaf));
  if (content.visitors.empty() && content.hosts.empty()) {
    values.Fail("nobody connects", "a case has a <Visitor> or a <Host>");
  }
  for (const xml::Checked& leaf : oracles.All("ExpectVisitor")) {
    content.visitor_outcomes.push_back(xml::ReadWord<VisitorOutcome>(leaf, kVisitorOutcomeWords));
  }
  for (const xml::Checked& leaf : oracles.All("ExpectHost")) {
    content.host_outcomes.push_back(xml::ReadWord<HostOutcome>(leaf, kHostOutcomeWords));
  }
  CheckCount(oracles, content.visitor_outcomes.size(), content.visitors.size(), "Visitor");
  CheckCount(oracles, content.host_outcomes.size(), content.hosts.size(), "Host");
  return content;
}

void Write(const ConnectionCase& content, xml::Element& test_case) {
  xml::Element& values = test_case.Add("TestValues");
  values.Add("Protection", xml::WordOf(content.tls, kProtectionWords));
  for (const Visitor& visitor : content.visitors) {
    xml::Element& element = values.Add("Visitor");
    element.Add("Shows", xml::WordOf(visitor.shows, kIdentityWords));
    element.Add("Sends", xml::WordOf(visitor.sends, kSendsWords));
    if (visitor.stays) element.Add("Stays");
  }
  for (const Identity host : content.hosts) values.Add("Host", xml::WordOf(host, kIdentityWords));
  xml::Element& oracles = test_case.Add("TestOracles");
  for (const VisitorOutcome outcome : content.visitor_outcomes) {
    oracles.Add("ExpectVisitor", xml::WordOf(outcome, kVisitorOutcomeWords));
  }
  for (const HostOutcome outcome : content.host_outcomes) {
    oracles.Add("ExpectHost", xml::WordOf(outcome, kHostOutcomeWords));
  }
}

}  // namespace

Kind<ConnectionCase> ConnectionKind() {
  const Type visitor =
      Children(Sequence({One("Shows", Words(kIdentityWords)), One("Sends", Words(kSendsWords)),
                         Maybe(One("Stays", kNothing))}));
  Grammar grammar{
      .values = {Sequence({One("Protection", Words(kProtectionWords)), Any(One("Visitor", visitor)),
                           Any(One("Host", Words(HostWords())))})},
      .oracles = {Sequence({Any(One("ExpectVisitor", Words(kVisitorOutcomeWords))),
                            Any(One("ExpectHost", Words(kHostOutcomeWords)))})}};
  return MakeKind({.name = "connectiontest",
                   .article = "a",
                   .meaning = "extension: who connects to a replica, and whom it connects to",
                   .may_omit_servers = true},
                  std::move(grammar), Read, Write);
}

}  // namespace cases
