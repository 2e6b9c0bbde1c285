#include "sut/paxos/systematic/suites/schedule_faults.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>

#include "sut/paxos/systematic/suites/suite_names.h"

namespace paxos {
namespace {

std::string ReplicaName(int replica) { return "replica " + std::to_string(replica); }

std::string_view MessageOf(const std::string& method, bool is_reply) {
  if (method == "Prepare") return is_reply ? "promise" : "prepare";
  if (method == "Accept") return is_reply ? "learn" : "accept";
  if (method == "Commit") return is_reply ? "committed" : "commit";
  return "";
}

/// Where a server is, in the words of suites.
std::string_view PointOf(Point point) {
  switch (point) {
    case Point::kPromised:
      return "promise";
    case Point::kVoted:
      return "vote";
    case Point::kPhaseOneQuorum:
      return "phase_one_quorum";
    case Point::kPhaseTwoQuorum:
      return "phase_two_quorum";
    case Point::kPhaseThreeQuorum:
      return "phase_three_quorum";
    default:
      return "";
  }
}

/// Finds out what a case can say of an execution.
class Translation {
 public:
  explicit Translation(const Happenings& happenings) : happenings_(happenings) {}

  CaseFaults Run() {
    TakeLeaderFailures();
    for (const NamedChoice& choice : happenings_.choices) {
      if (!choice.is_step && !choice.healed) Take(choice);
      if (choice.kind == "die" && choice.value == 1) {
        LeaveOut(ReplicaName(choice.to) + " dies for good when faults end, " + At(choice));
      }
    }
    TakeSuspicion();
    if (alone_) KeepAlone();
    KeepWhatIsSent();
    return std::move(result_);
  }

 private:
  void LeaveOut(std::string what) { result_.left_out.push_back(std::move(what)); }

  /// Who leads after a false suspicion or with a second proposer is determined only when nothing
  /// else goes wrong: the other faults go.
  void KeepAlone() {
    const auto is_alone = [](const xml::Element& fault) {
      return fault.name == "FalseSuspicion" || fault.name == "SecondProposer";
    };
    const auto alone = std::ranges::find_if(result_.faults, is_alone);
    if (alone == result_.faults.end()) return;
    for (const xml::Element& fault : result_.faults) {
      if (!is_alone(fault)) LeaveOut(fault.name + ", as there is a " + alone->name);
    }
    if (!result_.failures.empty()) {
      LeaveOut("leaders that fail, as there is a " + alone->name);
    }
    result_.failures.clear();
    result_.faults = {*alone};
    result_.changes = std::move(alone_changes_);
  }

  /// A message is only lost where it is sent: by or for who leads, by who does not go before.
  void KeepWhatIsSent() {
    const std::vector<int> leaders = LeadersOf(result_, happenings_.replicas);
    const std::set<std::string> going = ServersThatGo();
    std::erase_if(result_.faults, [&](const xml::Element& fault) {
      const xml::Element* message = fault.FindChild("Message");
      if (message == nullptr) return false;
      const bool is_reply = message->text == "promise" || message->text == "learn";
      const std::string& sender = fault.FindChild("From")->text;
      const std::string& leader = is_reply ? fault.FindChild("To")->text : sender;
      const bool leads = std::ranges::any_of(
          leaders, [&leader](int replica) { return ServerName(replica) == leader; });
      if (leads && !going.contains(sender)) return false;
      LeaveOut(fault.name + " of a " + message->text + ": " +
               (leads ? sender + " may go before it sends it" : leader + " does not lead"));
      return true;
    });
  }

  /// Those that crash, fail as leaders, or cannot write.
  std::set<std::string> ServersThatGo() const {
    std::set<std::string> servers;
    for (const auto& [phase, replica] : result_.failures) servers.insert(ServerName(replica));
    for (const xml::Element& fault : result_.faults) {
      if (const xml::Element* id = fault.FindChild("ID")) servers.insert(id->text);
    }
    return servers;
  }

  // Leaders that fail as they are told to.

  void TakeLeaderFailures() {
    for (std::size_t i = 0; i < happenings_.events.size(); ++i) {
      const Event& event = happenings_.events[i].event;
      if (event.point != Point::kFailed) continue;
      const int phase = PhaseBefore(i, event.replica);
      result_.failures.emplace_back(phase, event.replica);
      result_.changes.push_back({happenings_.events[i].choices, event.replica, false});
    }
  }

  /// Whose quorum the replica had last before the event at `index`: 1 or 2.
  int PhaseBefore(std::size_t index, int replica) const {
    while (index-- > 0) {
      const Event& event = happenings_.events[index].event;
      if (event.replica != replica) continue;
      if (event.point == Point::kPhaseTwoQuorum) return 2;
      if (event.point == Point::kPhaseOneQuorum) return 1;
    }
    return 1;
  }

  // Faults that were chosen.

  void Take(const NamedChoice& choice) {
    if (choice.kind.starts_with("fate of ")) return TakeFate(choice);
    if (choice.value == 0) return;
    if (choice.kind.starts_with("crash after ") && choice.value == 1) return TakeCrash(choice);
    if (choice.kind == "save" && choice.value <= 2) return TakeFailedSave(choice);
    if (choice.kind == "leads" && choice.value == 1) return TakeFalseLeader(choice);
    if (choice.kind == "side of cut") LeaveOut("links are cut and mended, " + At(choice));
  }

  static std::string At(const NamedChoice& choice) {
    return "choice " + std::to_string(choice.number);
  }

  void TakeFate(const NamedChoice& choice) {
    constexpr std::uint64_t kLost = 1, kTwice = 2, kLate = 3;
    const bool is_reply = choice.kind == "fate of reply";
    const auto use = [](int& budget) { return budget > 0 && budget-- > 0; };
    if (choice.value == kLost && use(losses_)) TakeMessage("Drop", choice, is_reply);
    if (choice.value == kTwice && !is_reply && use(duplicates_)) {
      TakeMessage("Duplicate", choice, is_reply);
    }
    if (choice.value == kLate && use(late_)) {
      LeaveOut("a message is late, so that the deadline of its call may pass before, " +
               At(choice));
    }
  }

  void TakeMessage(const char* fault, const NamedChoice& choice, bool is_reply) {
    const std::string_view message = MessageOf(choice.what, is_reply);
    if (message.empty()) {
      return LeaveOut("a ping is lost or comes twice, " + At(choice));
    }
    if (choice.ordinal > 0 || choice.life > 1) {
      return LeaveOut(std::string(fault) + " of a " + std::string(message) +
                      " that is not the first one, " + At(choice));
    }
    xml::Element element(fault);
    element.Add("Message", std::string(message));
    element.Add("From", ServerName(is_reply ? choice.to : choice.from));
    element.Add("To", ServerName(is_reply ? choice.from : choice.to));
    result_.faults.push_back(std::move(element));
  }

  /// The step before the choice, in which the replica that crashes did something.
  const NamedChoice* StepOf(const NamedChoice& choice) const {
    for (std::size_t i = choice.number - 1; i > 0; --i) {
      if (happenings_.choices[i - 1].is_step) return &happenings_.choices[i - 1];
    }
    return nullptr;
  }

  void TakeCrash(const NamedChoice& choice) {
    const NamedChoice* step = StepOf(choice);
    if (step == nullptr) return;
    const bool at_caller = step->kind.starts_with("reply") || step->kind == "deadline";
    const int replica = at_caller ? step->from : step->to;
    const std::string_view point = PointIn(step->number, choice.number, replica);
    if (point.empty() || !crashed_.insert(replica).second) {
      return LeaveOut(ReplicaName(replica) + " crashes where suites have no point, " + At(choice));
    }
    xml::Element element("Crash");
    element.Add("ID", ServerName(replica));
    element.Add("At", std::string(point));
    const std::string_view restart = RestartOf(choice, replica);
    if (restart != "at_once" && !CanGo(replica)) return;
    if (!restart.empty()) element.Add("Restart", std::string(restart));
    result_.faults.push_back(std::move(element));
    if (restart != "at_once")
      result_.changes.push_back({choice.number, replica, restart == "decided"});
  }

  /// Whether a quorum is left when this one goes as well.
  bool CanGo(int replica) {
    const int quorum = happenings_.replicas / 2 + 1;
    if (++down_ <= happenings_.replicas - quorum) return true;
    --down_;
    LeaveOut(ReplicaName(replica) + " goes, and no quorum would be left in a case");
    return false;
  }

  /// The last point that the replica came to for the first time in the choices from..to.
  std::string_view PointIn(std::size_t from, std::size_t to, int replica) const {
    std::set<Point> met;
    std::string_view last;
    for (const TimedEvent& timed : happenings_.events) {
      if (timed.event.replica != replica || PointOf(timed.event.point).empty()) continue;
      const bool is_first = met.insert(timed.event.point).second;
      if (is_first && timed.choices >= from && timed.choices < to) {
        last = PointOf(timed.event.point);
      }
    }
    return last;
  }

  std::string_view RestartOf(const NamedChoice& crash, int replica) const {
    for (const NamedChoice& choice : happenings_.choices) {
      if (choice.number <= crash.number || choice.healed) continue;
      if (choice.is_step && choice.kind == "restart" && choice.to == replica) return "at_once";
    }
    for (const NamedChoice& choice : happenings_.choices) {
      if (choice.kind == "stay dead" && choice.to == replica && choice.value == 1) return "";
    }
    return "decided";
  }

  void TakeFailedSave(const NamedChoice& choice) {
    if (choice.ordinal > 0 || choice.life > 1) {
      return LeaveOut(ReplicaName(choice.to) + " cannot write what is not its first record, " +
                      At(choice));
    }
    if (!CanGo(choice.to)) return;
    xml::Element element("FailedWrite");
    element.Add("ID", ServerName(choice.to));
    result_.faults.push_back(std::move(element));
    result_.changes.push_back({choice.number, choice.to, false});
  }

  void TakeFalseLeader(const NamedChoice& choice) {
    const std::optional<int> trusted = TrustedBy(choice.to, choice.number);
    if (trusted == choice.to || alone_) {
      return LeaveOut(ReplicaName(choice.to) + " is wrong about who leads, " + At(choice));
    }
    alone_ = true;
    xml::Element element("SecondProposer");
    element.Add("ID", ServerName(choice.to));
    element.Add("Round", IsLower(choice.to, choice.number) ? "lower" : "higher");
    result_.faults.push_back(std::move(element));
  }

  /// Whom the replica takes for the leader by then.
  std::optional<int> TrustedBy(int replica, std::size_t number) const {
    std::optional<int> trusted;
    for (const TimedEvent& timed : happenings_.events) {
      if (timed.choices > number) break;
      if (timed.event.point == Point::kLeader && timed.event.replica == replica) {
        trusted = timed.event.about;
      }
    }
    return trusted;
  }

  /// Whether the next round of the replica is below one that was prepared before.
  bool IsLower(int replica, std::size_t number) const {
    Round highest = 0;
    for (const TimedEvent& timed : happenings_.events) {
      if (timed.event.point != Point::kPrepareSent) continue;
      if (timed.choices >= number && timed.event.replica == replica) {
        return timed.event.rnd.value_or(0) < highest;
      }
      highest = std::max(highest, timed.event.rnd.value_or(0));
    }
    return false;
  }

  // A leader that lives, and that another one suspects and leads beside.

  void TakeSuspicion() {
    for (const TimedEvent& timed : happenings_.events) {
      const Event& event = timed.event;
      const bool leads = event.point == Point::kPrepareSent && event.replica != 0;
      if (!leads || IsGone(0, timed.choices)) continue;
      if (TrustedBy(event.replica, timed.choices) != event.replica) continue;
      if (std::exchange(alone_, true)) {
        return LeaveOut(ReplicaName(event.replica) + " leads beside replica 0, after choice " +
                        std::to_string(timed.choices));
      }
      if (!CanGo(0)) return;
      xml::Element element("FalseSuspicion");
      element.Add("ID", ServerName(0));
      element.Add("At", HasVotes(QuorumAfter(timed)) ? "phase_two_quorum" : "phase_one_quorum");
      element.Add("Until", "phase_two_quorum");
      result_.faults.push_back(std::move(element));
      alone_changes_.push_back({timed.choices, 0, true});
      result_.changes.push_back(alone_changes_.back());
      return;
    }
  }

  bool IsGone(int replica, std::size_t number) const {
    return std::ranges::any_of(result_.changes, [&](const LeaderChange& change) {
      return change.replica == replica && change.number <= number;
    });
  }

  /// When the replica has its quorum of phase one, after it sent this Prepare.
  std::size_t QuorumAfter(const TimedEvent& prepare) const {
    for (const TimedEvent& timed : happenings_.events) {
      const bool is_it = timed.event.point == Point::kPhaseOneQuorum &&
                         timed.event.replica == prepare.event.replica;
      if (is_it && timed.choices >= prepare.choices) return timed.choices;
    }
    return happenings_.choices.size();
  }

  /// Whether somebody has voted by then.
  bool HasVotes(std::size_t number) const {
    return std::ranges::any_of(happenings_.events, [number](const TimedEvent& timed) {
      return timed.event.point == Point::kVoted && timed.choices <= number;
    });
  }

  const Happenings& happenings_;
  int losses_ = happenings_.losses, duplicates_ = happenings_.duplicates, late_ = happenings_.late;
  CaseFaults result_;
  std::set<int> crashed_;
  int down_ = 0;                             // replicas that go, for a while at least
  bool alone_ = false;                       // there is a fault that suites have with no other one
  std::vector<LeaderChange> alone_changes_;  // by it
};

}  // namespace

CaseFaults FaultsOf(const Happenings& happenings) { return Translation(happenings).Run(); }

std::vector<int> LeadersOf(const CaseFaults& faults, int replicas) {
  std::vector<LeaderChange> changes = faults.changes;
  std::ranges::stable_sort(changes, {}, &LeaderChange::number);
  std::set<int> gone;
  std::vector<int> leaders{0};
  bool returns = false;
  for (const LeaderChange& change : changes) {
    gone.insert(change.replica);
    if (change.replica != leaders.back()) continue;
    int next = 0;
    while (gone.contains(next)) ++next;
    if (next >= replicas) break;
    leaders.push_back(next);
    returns = returns || (change.replica == 0 && change.comes_back);
  }
  if (returns) leaders.push_back(0);
  return leaders;
}

}  // namespace paxos
