#include "adapter/systems/paxos/cases/fault_reader.h"

#include <set>
#include <utility>

#include "base/characters.h"

namespace cases {
namespace {

/// The leaf as one of the words, but for those that are empty; its index.
template <typename Enumeration>
Enumeration ReadWord(const xml::Checked& leaf, const std::vector<FaultWord>& words,
                     const std::string& what) {
  const std::string_view text = base::Trim(leaf.Text());
  std::string known;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view name = words[i].name;
    if (name.empty()) continue;
    if (text == name) return static_cast<Enumeration>(i);
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  leaf.FailAtText(text.empty() ? "missing " + what : base::Quoted(text) + " is no " + what,
                  leaf.tag() + " is one of " + known);
}

// A false suspicion is of a leader, and so is where it begins.
bool MayBeginAt(FaultKind kind, FailurePoint point) {
  const bool of_acceptor = point == FailurePoint::kPromise || point == FailurePoint::kVote;
  return kind != FaultKind::kFalseSuspicion || !of_acceptor;
}

void CheckPoints(const xml::Checked& element, const Fault& fault) {
  const FaultForm& form = FormOf(fault.kind);
  if (form.until && fault.until == FailurePoint::kStart) {
    element.One("Until").FailAtText("a fault that ends at the start",
                                    "nothing would happen; <Until> is a later point");
  }
  if (form.at && !MayBeginAt(fault.kind, fault.at)) {
    element.One("At").FailAtText(
        std::string("a false suspicion from ") + NameOf(fault.at) + " on",
        "it begins at start, phase_one_quorum, phase_two_quorum or phase_three_quorum of a leader");
  }
}

void ReadServers(const xml::Checked& element, const ServerReader& read_server, Fault& fault) {
  const FaultForm& form = FormOf(fault.kind);
  if (form.message) {
    fault.servers = {read_server(element.One("From")), read_server(element.One("To"))};
  } else if (form.one_server) {
    fault.servers = {read_server(element.One("ID"))};
  } else {
    std::set<std::int64_t> seen;
    for (const xml::Checked& leaf : element.Some("ID")) {
      fault.servers.push_back(read_server(leaf));
      if (!seen.insert(fault.servers.back()).second) {
        leaf.FailAtText("second " + std::to_string(fault.servers.back()) + " in " + element.tag(),
                        "each server of the side stands there once");
      }
    }
  }
}

Fault ReadFault(const FaultForm& form, const xml::Checked& element,
                const ServerReader& read_server) {
  xml::Names children;
  if (form.message) children.insert(children.end(), {"Message", "From", "To"});
  if (form.one_server || form.servers) children.emplace_back("ID");
  if (form.at) children.emplace_back("At");
  if (form.until) children.emplace_back("Until");
  if (form.restart) children.emplace_back("Restart");
  if (form.round) children.emplace_back("Round");
  element.AllowAttributes({});
  element.AllowChildren(children);

  Fault fault;
  fault.kind = form.kind;
  if (form.message) {
    fault.message = ReadWord<MessageKind>(element.One("Message"), MessageWords(), "message");
  }
  ReadServers(element, read_server, fault);
  if (form.at) fault.at = ReadWord<FailurePoint>(element.One("At"), PointWords(), "point");
  if (form.until) fault.until = ReadWord<FailurePoint>(element.One("Until"), PointWords(), "point");
  if (const auto restart = element.Optional("Restart")) {
    fault.restart = ReadWord<Restart>(*restart, RestartWords(), "time of a restart");
  }
  if (form.round) fault.round = ReadWord<RoundOrder>(element.One("Round"), RoundWords(), "order");
  CheckPoints(element, fault);
  return fault;
}

/// The words, without the one that is not written, for which `may` is true.
template <typename May>
Type FaultWords(const std::vector<FaultWord>& words, May may) {
  Type type;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (*words[i].name != '\0' && may(i)) type.words.emplace_back(words[i].name);
  }
  return type;
}
Type FaultWords(const std::vector<FaultWord>& words) {
  return FaultWords(words, [](std::size_t) { return true; });
}

}  // namespace

Particle FaultGrammar(const FaultForm& form) {
  Particle parts = Sequence({});
  const auto add = [&](bool there, Particle part) {
    if (there) parts.parts.push_back(std::move(part));
  };
  const auto begins_at = [&](std::size_t point) {
    return MayBeginAt(form.kind, static_cast<FailurePoint>(point));
  };
  const auto ends_at = [](std::size_t point) {
    return static_cast<FailurePoint>(point) != FailurePoint::kStart;
  };
  add(form.message, One("Message", FaultWords(MessageWords())));
  add(form.message, One("From", kServer));
  add(form.message, One("To", kServer));
  add(form.one_server, One("ID", kServer));
  add(form.servers, Some(One("ID", kServer)));
  add(form.at, One("At", FaultWords(PointWords(), begins_at)));
  add(form.until, One("Until", FaultWords(PointWords(), ends_at)));
  add(form.restart, Maybe(One("Restart", FaultWords(RestartWords()))));
  add(form.round, One("Round", FaultWords(RoundWords())));
  return One(form.element, Children(std::move(parts)));
}

std::vector<Fault> ReadFaults(const xml::Checked& values, const ServerReader& read_server) {
  std::vector<Fault> faults;
  std::set<std::int64_t> crashed;
  for (const xml::Checked& element : values.Children()) {
    const FaultForm* const form = FindFaultForm(element.element().name);
    if (form == nullptr) continue;
    faults.push_back(ReadFault(*form, element, read_server));
    const Fault& fault = faults.back();
    if (fault.kind == FaultKind::kCrash && !crashed.insert(fault.servers.front()).second) {
      element.Fail("server " + std::to_string(fault.servers.front()) + " crashes twice",
                   "a server crashes once in a case");
    }
  }
  return faults;
}

}  // namespace cases
