#include "adapter/systems/paxos/faults/fault_list.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "adapter/systems/paxos/cases/fault.h"

namespace adapter {
namespace {

/// What brings a fault about.
enum class Hand { kInstrumentation, kTransport, kDisk, kProcess };

struct Entry {
  std::string element;
  std::vector<std::string> children;
  std::string meaning;
  Hand hand = Hand::kTransport;
};

Hand HandOf(cases::FaultKind kind) {
  switch (kind) {
    case cases::FaultKind::kCrash:
      return Hand::kProcess;
    case cases::FaultKind::kSlowDisk:
    case cases::FaultKind::kFailedWrite:
      return Hand::kDisk;
    case cases::FaultKind::kSecondProposer:
      return Hand::kInstrumentation;
    default:
      return Hand::kTransport;
  }
}

const char* HandText(Hand hand) {
  switch (hand) {
    case Hand::kInstrumentation:
      return "an instrumentation point decides";
    case Hand::kTransport:
      return "the replica's calls go through the faults";
    case Hand::kDisk:
      return "the replica's writes go through the faults";
    case Hand::kProcess:
      return "the replica's roles and calls end, its storage stays (--processes: SIGKILL, for "
             "good)";
  }
  return "";
}

std::vector<std::string> ChildrenOf(const cases::FaultForm& form) {
  std::vector<std::string> children;
  if (form.message) children = {"Message", "From", "To"};
  if (form.one_server) children.emplace_back("ID");
  if (form.servers) children.emplace_back("ID...");
  if (form.at) children.emplace_back("At");
  if (form.until) children.emplace_back("Until");
  if (form.restart) children.emplace_back("[Restart]");
  if (form.round) children.emplace_back("Round");
  return children;
}

std::vector<Entry> Entries() {
  std::vector<Entry> entries;
  for (const auto& [element, phase] : {std::pair{"P1Failure", "one"}, {"P2Failure", "two"}}) {
    entries.push_back(
        {element,
         {},
         fmt::format("the server, named in the element, fails right after its quorum of "
                     "phase {} when it leads: it proposes nothing any more and is "
                     "suspected; its acceptor and learner go on",
                     phase),
         Hand::kInstrumentation});
  }
  for (const cases::FaultForm& form : cases::FaultForms()) {
    entries.push_back({form.element, ChildrenOf(form), form.meaning, HandOf(form.kind)});
  }
  return entries;
}

// The point of sut/paxos/roles/instrumentation.h at which a replica is known to be there.
const char* InstrumentationName(cases::FailurePoint point) {
  switch (point) {
    case cases::FailurePoint::kStart:
      return "paxos.replica.loaded";
    case cases::FailurePoint::kPromise:
      return "paxos.acceptor.promise";
    case cases::FailurePoint::kVote:
      return "paxos.acceptor.learn";
    case cases::FailurePoint::kPhaseOneQuorum:
      return "paxos.proposer.phase_one.quorum";
    case cases::FailurePoint::kPhaseTwoQuorum:
      return "paxos.proposer.phase_two.quorum";
    case cases::FailurePoint::kPhaseThreeQuorum:
      return "paxos.proposer.phase_three.quorum";
  }
  return "";
}

struct Words {
  const char* title;
  const std::vector<cases::FaultWord>& words;
};
const std::vector<Words>& AllWords() {
  static const std::vector<Words> all = {{"Message", cases::MessageWords()},
                                         {"At, Until", cases::PointWords()},
                                         {"Restart", cases::RestartWords()},
                                         {"Round", cases::RoundWords()}};
  return all;
}

nlohmann::ordered_json JsonWords(const std::vector<cases::FaultWord>& words) {
  auto list = nlohmann::ordered_json::array();
  for (const cases::FaultWord& word : words) {
    if (*word.name != '\0') list.push_back({{"name", word.name}, {"meaning", word.meaning}});
  }
  return list;
}

}  // namespace

std::string TextFaults() {
  std::string text = "Faults that a system case can ask for, each with its element:\n";
  for (const Entry& entry : Entries()) {
    text += fmt::format("\n  {} {{{}}}\n    {}\n    in this process: {}\n", entry.element,
                        fmt::join(entry.children, ", "), entry.meaning, HandText(entry.hand));
  }
  text += "\nWords in the children of these elements:\n";
  for (const auto& [title, words] : AllWords()) {
    text += fmt::format("\n  {}\n", title);
    for (const cases::FaultWord& word : words) {
      if (*word.name != '\0') text += fmt::format("    {:<20}{}\n", word.name, word.meaning);
    }
  }
  text += "\nInstrumentation points of At and Until:\n\n";
  for (std::size_t i = 0; i < cases::PointWords().size(); ++i) {
    text += fmt::format("    {:<20}{}\n", cases::PointWords()[i].name,
                        InstrumentationName(static_cast<cases::FailurePoint>(i)));
  }
  return text +
         "\nAll of them need the instrumented replicas that `adapter` runs; paxos_server has\n"
         "no points. docs/suite_format.md has the elements.\n";
}

std::string JsonFaults() {
  nlohmann::ordered_json json;
  for (const Entry& entry : Entries()) {
    json["faults"].push_back({{"element", entry.element},
                              {"children", entry.children},
                              {"meaning", entry.meaning},
                              {"how", HandText(entry.hand)},
                              {"needs_processes", false},
                              {"needs_instrumented_build", true}});
  }
  json["messages"] = JsonWords(cases::MessageWords());
  json["points"] = JsonWords(cases::PointWords());
  for (std::size_t i = 0; i < cases::PointWords().size(); ++i) {
    json["points"][i]["instrumentation"] = InstrumentationName(static_cast<cases::FailurePoint>(i));
  }
  json["restarts"] = JsonWords(cases::RestartWords());
  json["rounds"] = JsonWords(cases::RoundWords());
  return json.dump(2) + '\n';
}

}  // namespace adapter
