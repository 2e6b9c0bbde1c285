#include "sut/paxos/systematic/guided/net_plan.h"

#include <cstdlib>
#include <set>
#include <string_view>

namespace paxos {
namespace {

/// A step of the model, taken apart.
class ModelStep {
 public:
  explicit ModelStep(std::string_view text) {
    const std::size_t space = text.find(' ');
    const std::string_view path = text.substr(0, space);
    transition_ = path.substr(path.rfind('.') + 1);
    path_ = path;
    binding_ = space == std::string_view::npos ? "" : text.substr(space + 1);
  }

  std::string_view transition() const { return transition_; }
  bool In(std::string_view module) const { return path_.find(module) != std::string_view::npos; }

  /// The number that the variable has; of "M2" the 2.
  int Number(std::string_view variable) const {
    for (const char before : {'(', ' '}) {
      const std::string begin = before + std::string(variable) + " = ";
      const std::size_t at = binding_.find(begin);
      if (at == std::string_view::npos) continue;
      std::string_view value = binding_.substr(at + begin.size());
      if (value.starts_with('M')) value.remove_prefix(1);
      return std::atoi(std::string(value).c_str());
    }
    return 0;
  }

 private:
  std::string_view path_, transition_, binding_;
};

std::string Replica(int number) { return "replica " + std::to_string(number - 1); }

class Planner {
 public:
  Planner(int replicas, NetPlan& plan) : replicas_(replicas), plan_(plan) {}

  void Add(std::string_view text) {
    const ModelStep step(text);
    plan_.steps.emplace_back(step.transition());
    const std::string_view transition = step.transition();
    const int a = step.Number("a");
    const int s = step.Number("s");
    if (transition == "ObtainLeaderRound") {
      Act("ask", "client " + std::to_string(step.Number("v") - 1), Replica(s), "");
    } else if (transition == "Promise" || transition == "RefusePrepare") {
      Act("request", Owner(step), Replica(a), "Prepare");
    } else if (transition == "CastVote" || transition == "RefuseAccept") {
      Act("request", Owner(step), Replica(a), "Accept");
    } else if (transition == "Learn") {
      Act("request", Owner(step), Replica(a), "Commit");
    } else if (transition == "ApplyPrepareQF") {
      Act("reply", Replica(s), Replica(a), "Prepare");
    } else if (transition == "ApplyAcceptQF") {
      Act("reply", Replica(s), Replica(a), "Accept");
    } else if (transition == "ApplyCommitQF") {
      Act("reply", Replica(s), Replica(a), "Commit");
    } else if (transition == "LeaderFails") {
      failed_.insert(s);
      plan_.decisions.push_back({Replica(s), true});
    } else if (transition == "ProcessPromiseMessage" || transition == "ProcessLearnMessage") {
      plan_.decisions.push_back({Replica(s), false});
    } else if (transition == "ElectNextLeader" && !failed_.contains(s)) {
      Suspect(s);  // one that failed hears from nobody, and does nothing about it
    }
  }

 private:
  /// The proposer that owns the round.
  std::string Owner(const ModelStep& step) const {
    return Replica((step.Number("rnd") - 1) % replicas_ + 1);
  }

  void Act(std::string kind, std::string from, std::string to, std::string what, bool must = true) {
    plan_.actions.push_back({std::move(kind), std::move(from), std::move(to), std::move(what),
                             plan_.steps.size() - 1, must});
  }

  /// Replica `s` hears from all that live and not from those that failed, for two periods: in the
  /// first one everybody counts as alive.
  void Suspect(int s) {
    for (int period = 0; period < 2; ++period) {
      for (int peer = 1; peer <= replicas_; ++peer) {
        if (failed_.contains(peer)) continue;
        Act("request", Replica(s), Replica(peer), "Ping", false);
        Act("reply", Replica(s), Replica(peer), "Ping", false);
      }
      Act("timer", "", Replica(s), "period", period == 1);
    }
  }

  const int replicas_;
  NetPlan& plan_;
  std::set<int> failed_;
};

}  // namespace

NetPlan PlanOf(const std::vector<std::string>& steps, int replicas) {
  NetPlan plan;
  Planner planner(replicas, plan);
  for (const std::string& step : steps) planner.Add(step);
  return plan;
}

}  // namespace paxos
