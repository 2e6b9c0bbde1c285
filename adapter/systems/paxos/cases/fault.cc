#include "adapter/systems/paxos/cases/fault.h"

#include <algorithm>

namespace cases {
namespace {

template <typename Enumeration>
const char* NameIn(const std::vector<FaultWord>& words, Enumeration value) {
  return words[static_cast<std::size_t>(value)].name;
}

std::string Servers(const Fault& fault) {
  std::string text;
  for (const std::int64_t server : fault.servers) {
    text += (text.empty() ? "" : ", ") + std::to_string(server);
  }
  return text;
}

std::string MessageText(const Fault& fault, const char* what) {
  return std::string(what) + " of " + NameOf(fault.message) + " from " +
         std::to_string(fault.servers.at(0)) + " to " + std::to_string(fault.servers.at(1));
}

}  // namespace

const std::vector<FaultForm>& FaultForms() {
  static const std::vector<FaultForm> forms = {
      {.kind = FaultKind::kDrop,
       .element = "Drop",
       .message = true,
       .meaning = "the first such message is lost; its call ends as if the deadline had passed"},
      {.kind = FaultKind::kDelay,
       .element = "Delay",
       .message = true,
       .until = true,
       .meaning = "the first such message arrives only when some server has come to the point"},
      {.kind = FaultKind::kDuplicate,
       .element = "Duplicate",
       .message = true,
       .meaning = "the first such message arrives twice"},
      {.kind = FaultKind::kReorder,
       .element = "Reorder",
       .message = true,
       .meaning =
           "the first such message arrives after the next one between the two servers in the "
           "same direction"},
      {.kind = FaultKind::kPartition,
       .element = "Partition",
       .servers = true,
       .until = true,
       .meaning =
           "from the start, no message passes between these servers and the others; it heals "
           "when some server has come to the point"},
      {.kind = FaultKind::kCrash,
       .element = "Crash",
       .one_server = true,
       .at = true,
       .restart = true,
       .meaning = "the server crashes when it has come to the point; only its storage survives"},
      {.kind = FaultKind::kSlowDisk,
       .element = "SlowDisk",
       .one_server = true,
       .meaning = "every write of the server takes long"},
      {.kind = FaultKind::kFailedWrite,
       .element = "FailedWrite",
       .one_server = true,
       .meaning = "the first write of the server fails"},
      {.kind = FaultKind::kFalseSuspicion,
       .element = "FalseSuspicion",
       .one_server = true,
       .at = true,
       .until = true,
       .meaning =
           "nobody hears from the server from the point At on, so that all others suspect it, "
           "though it lives; its messages arrive when another server has come to Until"},
      {.kind = FaultKind::kSecondProposer,
       .element = "SecondProposer",
       .one_server = true,
       .round = true,
       .meaning = "the server takes itself for the leader, once, though it trusts another one, in "
                  "a round that is lower or higher than that of the leader"},
  };
  return forms;
}

const FaultForm& FormOf(FaultKind kind) { return FaultForms()[static_cast<std::size_t>(kind)]; }

const FaultForm* FindFaultForm(std::string_view element) {
  const auto& forms = FaultForms();
  const auto found = std::ranges::find(
      forms, element, [](const FaultForm& form) { return std::string_view(form.element); });
  return found == forms.end() ? nullptr : &*found;
}

const std::vector<FaultWord>& MessageWords() {
  static const std::vector<FaultWord> words = {
      {"prepare", "proposer to acceptor, phase one"}, {"promise", "the acceptor's reply"},
      {"accept", "proposer to acceptor, phase two"},  {"learn", "the acceptor's reply"},
      {"commit", "proposer to learner, phase three"}, {"committed", "the learner's reply"},
  };
  return words;
}

const std::vector<FaultWord>& PointWords() {
  static const std::vector<FaultWord> words = {
      {"start", "the server starts, and has sent nothing yet"},
      {"promise", "its acceptor promises for the first time; the reply has not left"},
      {"vote", "its acceptor votes for the first time; the reply has not left"},
      {"phase_one_quorum", "its proposer has promises from a quorum, and has sent nothing since"},
      {"phase_two_quorum", "its proposer has votes from a quorum, and has sent nothing since"},
      {"phase_three_quorum", "its proposer knows that a quorum has learned"},
  };
  return words;
}

const std::vector<FaultWord>& RestartWords() {
  static const std::vector<FaultWord> words = {
      {"", "it stays down"},
      {"at_once", "it comes back before anybody can notice"},
      {"decided", "it comes back when all other live servers have learned"},
  };
  return words;
}

const std::vector<FaultWord>& RoundWords() {
  static const std::vector<FaultWord> words = {
      {"lower",
       "the leader's first round fails, since its Prepares are lost; in its next one it has "
       "its phase-one quorum when the other begins below it"},
      {"higher", "the leader has its phase-one quorum when the other begins above it"},
  };
  return words;
}

const char* NameOf(MessageKind message) { return NameIn(MessageWords(), message); }
const char* NameOf(FailurePoint point) { return NameIn(PointWords(), point); }
const char* NameOf(Restart restart) { return NameIn(RestartWords(), restart); }
const char* NameOf(RoundOrder round) { return NameIn(RoundWords(), round); }

std::string ToString(const Fault& fault) {
  const std::string until = std::string(", until ") + NameOf(fault.until);
  switch (fault.kind) {
    case FaultKind::kDrop:
      return MessageText(fault, "drop");
    case FaultKind::kDelay:
      return MessageText(fault, "delay") + until;
    case FaultKind::kDuplicate:
      return MessageText(fault, "duplicate");
    case FaultKind::kReorder:
      return MessageText(fault, "reorder");
    case FaultKind::kPartition:
      return "partition of " + Servers(fault) + until;
    case FaultKind::kCrash: {
      const std::string text = "crash of " + Servers(fault) + " at " + NameOf(fault.at);
      if (fault.restart == Restart::kNever) return text;
      return text + ", restart " + NameOf(fault.restart);
    }
    case FaultKind::kSlowDisk:
      return "slow disk of " + Servers(fault);
    case FaultKind::kFailedWrite:
      return "failed write of " + Servers(fault);
    case FaultKind::kFalseSuspicion:
      return "false suspicion of " + Servers(fault) + " at " + NameOf(fault.at) + until;
    case FaultKind::kSecondProposer:
      return "second proposer " + Servers(fault) + " in a " + NameOf(fault.round) + " round";
  }
  return "";
}

}  // namespace cases
