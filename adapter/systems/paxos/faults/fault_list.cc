#include "adapter/systems/paxos/faults/fault_list.h"

#include <fmt/format.h>

#include <vector>

#include "adapter/systems/paxos/cases/fault.h"

namespace adapter {
namespace {

/// What brings a fault about.
enum class Mechanism { kInstrumentation, kTransport, kDisk, kProcess };

Mechanism MechanismOf(cases::FaultKind kind) {
  switch (kind) {
    case cases::FaultKind::kCrash:
      return Mechanism::kProcess;
    case cases::FaultKind::kSlowDisk:
    case cases::FaultKind::kFailedWrite:
      return Mechanism::kDisk;
    case cases::FaultKind::kSecondProposer:
      return Mechanism::kInstrumentation;
    default:
      return Mechanism::kTransport;
  }
}

const char* MechanismText(Mechanism mechanism) {
  switch (mechanism) {
    case Mechanism::kInstrumentation:
      return "an instrumentation point decides";
    case Mechanism::kTransport:
      return "the replica's calls go through the faults";
    case Mechanism::kDisk:
      return "the replica's writes go through the faults";
    case Mechanism::kProcess:
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

std::vector<FaultVocabulary::Fault> Faults() {
  std::vector<FaultVocabulary::Fault> faults;
  for (const auto& [element, phase] : {std::pair{"P1Failure", "one"}, {"P2Failure", "two"}}) {
    faults.push_back(
        {element,
         {},
         fmt::format("the server, named in the element, fails right after its quorum of "
                     "phase {} when it leads: it proposes nothing any more and is "
                     "suspected; its acceptor and learner go on",
                     phase),
         MechanismText(Mechanism::kInstrumentation)});
  }
  for (const cases::FaultForm& form : cases::FaultForms()) {
    faults.push_back(
        {form.element, ChildrenOf(form), form.meaning, MechanismText(MechanismOf(form.kind))});
  }
  return faults;
}

// The point of sut/paxos/roles/instrumentation.h at which a replica is known to be there.
const char* InstrumentationName(cases::FailurePoint point) {
  switch (point) {
    case cases::FailurePoint::kStart:
      return "paxos.replica.loaded";
    case cases::FailurePoint::kPromise:
      return "paxos.acceptor.promise";
    case cases::FailurePoint::kVote:
      return "paxos.acceptor.vote";
    case cases::FailurePoint::kPhaseOneQuorum:
      return "paxos.proposer.phase_one.quorum";
    case cases::FailurePoint::kPhaseTwoQuorum:
      return "paxos.proposer.phase_two.quorum";
    case cases::FailurePoint::kPhaseThreeQuorum:
      return "paxos.proposer.phase_three.quorum";
  }
  return "";
}

FaultVocabulary::Words WordsOf(const char* title, const char* key,
                               const std::vector<cases::FaultWord>& words) {
  FaultVocabulary::Words list{title, key, {}};
  for (const cases::FaultWord& word : words) {
    if (*word.name != '\0') list.words.push_back({word.name, word.meaning});
  }
  return list;
}

FaultVocabulary::Words Points() {
  FaultVocabulary::Words points = WordsOf("At, Until", "points", cases::PointWords());
  for (std::size_t i = 0; i < points.words.size(); ++i) {
    points.words[i].instrumentation = InstrumentationName(static_cast<cases::FailurePoint>(i));
  }
  return points;
}

}  // namespace

FaultVocabulary PaxosFaults() {
  return {"Faults that a system case can ask for, each with its element:\n",
          Faults(),
          {WordsOf("Message", "messages", cases::MessageWords()), Points(),
           WordsOf("Restart", "restarts", cases::RestartWords()),
           WordsOf("Round", "rounds", cases::RoundWords())},
          "\nAll of them need the instrumented replicas that `adapter` runs; paxos_server has\n"
          "no points. docs/paxos_suites.md has the elements.\n"};
}

}  // namespace adapter
