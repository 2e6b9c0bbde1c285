#include "sut/paxos/systematic/client_harness.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "quorum/quorum_call.h"
#include "sut/paxos/roles/quorum_functions.h"
#include "sut/paxos/roles/types.h"

namespace paxos {
namespace {

using Result = quorum::NodeResult<ClientReply>;
using End = quorum::Outcome<ClientResult>;

// What a call of so many replicas should come to, from the results so far.
class Expected {
 public:
  Expected(int replicas, int quorum) : replicas_(replicas), quorum_(quorum) {}

  void Take(ReplicaId replica, const Result& result) {
    if (result.reply) {
      values_[replica] = result.reply->value();
    } else {
      ++failed_;
      late_ = late_ || result.error.code == quorum::NodeErrorCode::kDeadlineExceeded;
    }
  }

  bool Agree() const {
    for (const auto& [replica, value] : values_) {
      if (value != values_.begin()->second) return false;
    }
    return true;
  }
  int Replies() const { return static_cast<int>(values_.size()); }
  bool IsQuorum() const { return Agree() && Replies() >= quorum_; }
  bool IsOver() const { return IsQuorum() || !Agree() || replicas_ - failed_ < quorum_; }

  /// What is wrong with an end; nothing: all is right.
  std::string Compare(const End& end) const {
    if (!IsOver()) return "ends, and should wait for more replies";
    if (end.ok() && !IsQuorum()) return "ends with a quorum, and has none";
    if (!end.ok() && IsQuorum()) return "ends without a quorum, and has one";
    if (end.reply().has_value() != !values_.empty()) return "forgets what it heard";
    if (end.reply()) {
      if (end.reply()->value != values_.begin()->second) return "has another value";
      if (end.reply()->agree != Agree()) return "is wrong about whether the replies agree";
    }
    if (end.ok()) return "";
    const auto cause = late_ ? quorum::Cause::kDeadlineExceeded : quorum::Cause::kIncomplete;
    if (end.error().cause != cause) return "gives another reason";
    return end.error().replies == Replies() ? "" : "counts other replies";
  }

 private:
  const int replicas_, quorum_;
  std::map<ReplicaId, std::string> values_;
  int failed_ = 0;
  bool late_ = false;
};

class ClientHarness : public systematic::Harness {
 public:
  void Start(systematic::Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    fate_word_ = scheduler.Intern("fate");
    const auto replicas = static_cast<int>(1 + Choose("replicas", 5));
    const auto quorum = static_cast<int>(1 + Choose("quorum", static_cast<unsigned>(replicas)));
    expected_.emplace(replicas, quorum);
    std::vector<ReplicaId> ids;
    for (ReplicaId id = 0; id < replicas; ++id) ids.push_back(id);
    quorum::StartQuorumCall<ClientRequest, ClientReply, ClientResult>(
        ClientRequest(), ids,
        [quorum](const ClientRequest& request, const quorum::Replies<ClientReply>& replies) {
          return ClientHandleQF(quorum, request, replies);
        },
        [this](ReplicaId id, const std::shared_ptr<const ClientRequest>&,
               std::function<void(Result)> done) { Send(id, std::move(done)); },
        [this](const End& end) { OnEnd(end); });
  }

  void Finish() override {
    if (scheduler_->quiescent() && ends_ != 1) Object(fmt::format("ends {} times", ends_));
  }

 private:
  enum Fate { kFirstValue, kSecondValue, kUnavailable, kTooLate, kFates };

  std::uint64_t Choose(const char* what, unsigned n) {
    systematic::Key key;
    key.kind = scheduler_->Intern(what);
    return scheduler_->Choose(key, n);
  }

  void Send(ReplicaId id, std::function<void(Result)> done) {
    const std::string name = "replica " + std::to_string(id);
    const systematic::MachineId machine = scheduler_->AddMachine(name);
    systematic::Key key;
    key.kind = scheduler_->Intern("result");
    key.from = scheduler_->MachineName(machine);
    scheduler_->Enable(key, machine, systematic::OptionKind::kMessage,
                       [this, id, key, done = std::move(done)] { Answer(id, key, done); });
  }

  void Answer(ReplicaId id, systematic::Key key, const std::function<void(Result)>& done) {
    key.kind = fate_word_;
    const auto fate = static_cast<Fate>(scheduler_->Choose(key, kFates));
    const Result result = ResultOf(id, fate);
    const bool was_over = expected_->IsOver();
    if (!was_over) expected_->Take(id, result);
    done(result);
    if (expected_->IsOver() && ends_ == 0) Object("does not end");
  }

  static Result ResultOf(ReplicaId id, Fate fate) {
    if (fate == kUnavailable) return Result::Failed({id, quorum::NodeErrorCode::kUnavailable, ""});
    if (fate == kTooLate) {
      return Result::Failed({id, quorum::NodeErrorCode::kDeadlineExceeded, ""});
    }
    ClientReply reply;
    reply.set_value(fate == kFirstValue ? "M1" : "M2");
    return Result::Ok(std::move(reply));
  }

  void OnEnd(const End& end) {
    if (++ends_ > 1) return Object("ends twice");
    scheduler_->Observe(end.ok() ? 0u : 1u + static_cast<unsigned>(end.error().cause));
    if (end.reply()) scheduler_->Observe(end.reply()->value);
    const std::string wrong = expected_->Compare(end);
    if (!wrong.empty()) Object(wrong);
  }

  void Object(const std::string& what) { scheduler_->Fail("client call", "the call " + what); }

  systematic::Scheduler* scheduler_ = nullptr;
  systematic::Word fate_word_ = 0;
  std::optional<Expected> expected_;
  int ends_ = 0;
};

}  // namespace

systematic::HarnessInfo ClientHarnessInfo() {
  systematic::HarnessInfo info;
  info.name = "client";
  info.about = "a client's call to 1 to 5 replicas that agree, do not, fail or are late";
  info.make = [] { return std::make_unique<ClientHarness>(); };
  return info;
}

}  // namespace paxos
