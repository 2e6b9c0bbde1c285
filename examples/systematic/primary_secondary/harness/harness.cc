#include "examples/systematic/primary_secondary/harness/harness.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "examples/systematic/primary_secondary/harness/monitors.h"
#include "examples/systematic/primary_secondary/replica.h"
#include "examples/systematic/support/messages.h"

namespace primary_secondary {
namespace {

using systematic::Key;
using systematic::MachineId;
using systematic::OptionKind;
using systematic::Step;
using systematic::Word;

constexpr int kReplicas = 3;
constexpr int kRequests = 3;
constexpr int kAmounts = 3;  // of a request: 1, 2 or 3

class ServiceHarness;

// A replica with what carries its messages; it outlives its death.
class ReplicaProcess : private ReplicaNetwork {
 public:
  ReplicaProcess(ServiceHarness& harness, ReplicaId id);

  MachineId machine() const { return machine_; }
  bool alive() const { return replica_.has_value(); }
  void Die() { replica_.reset(); }
  /// For handlers of messages: nothing, when it is dead.
  template <typename Call>
  void IfAlive(const Call& call) {
    if (replica_) call(*replica_);
  }

 private:
  void SendEnd(Epoch epoch, LogEnd end) override;
  void SendCopyDone(Epoch epoch) override;
  void SendCopyRequest(ReplicaId primary, Epoch epoch) override;
  void SendCopy(ReplicaId secondary, Epoch epoch, const Log& log) override;
  void SendReplicate(ReplicaId secondary, Epoch epoch, std::size_t index,
                     const Entry& entry) override;
  void SendStored(ReplicaId primary, Epoch epoch, std::size_t size) override;
  void SendNewPrimary(Epoch epoch) override;
  void SendReply(RequestId request, int counter) override;

  template <typename Call>
  void SendTo(ReplicaId receiver, const char* what, Call call);

  ServiceHarness& harness_;
  const ReplicaId id_;
  const MachineId machine_;
  std::optional<Replica> replica_;
};

class ServiceHarness : public systematic::Harness, private ManagerNetwork, private RoleObserver {
 public:
  explicit ServiceHarness(MakeManager make) : make_(std::move(make)) {}

  void Start(systematic::Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    messages_.emplace(scheduler, support::Order::kAsSent);
    roles_.emplace(scheduler);
    promises_.emplace(scheduler);
    scheduler.AddMonitor(&*roles_);
    scheduler.AddMonitor(&*promises_);
    scheduler.AddMonitor(&answered_);
    scheduler.AddMonitor(&complete_);
    manager_machine_ = scheduler.AddMachine("manager");
    client_machine_ = scheduler.AddMachine("client");
    driver_machine_ = scheduler.AddMachine("driver");
    manager_ = make_(*this);
    for (int i = 0; i < kReplicas; ++i) StartReplica();
    Request();
  }

 private:
  friend class ReplicaProcess;

  void Send(MachineId from, MachineId to, const char* what, Step handle) {
    messages_->Send(from, to, scheduler_->Intern(what), std::move(handle));
  }

  void StartReplica() {
    const auto id = static_cast<ReplicaId>(replicas_.size());
    replicas_.push_back(std::make_unique<ReplicaProcess>(*this, id));
    Send(replicas_.back()->machine(), manager_machine_, "started",
         [this, id] { manager_->OnReplicaStarted(id, kReplicas); });
  }

  // The client's next request, with an amount of the scheduler's choice.
  void Request() {
    if (request_ == kRequests) return;
    ++request_;
    const Word client = scheduler_->MachineName(client_machine_);
    const Word amount = scheduler_->Intern("amount");
    const Key key{scheduler_->Intern("choose"),
                  client,
                  0,
                  amount,
                  0,
                  scheduler_->NextOrdinal(client, 0, amount)};
    amount_ = 1 + static_cast<int>(scheduler_->Choose(key, kAmounts));
    waits_ = true;
    answered_.OnRequest();
    Ask();
  }

  void Ask() {
    if (!primary_) return;
    ReplicaProcess& replica = *replicas_[static_cast<std::size_t>(*primary_)];
    Send(client_machine_, replica.machine(), "request",
         [&replica, request = request_, amount = amount_] {
           replica.IfAlive([&](Replica& real) { real.OnRequest(request, amount); });
         });
  }

  void OnNewPrimary(ReplicaId replica, Epoch epoch) {
    if (epoch <= client_epoch_) return;
    client_epoch_ = epoch;
    primary_ = replica;
    if (waits_) Ask();
  }

  void OnReply(RequestId request) {
    if (request != request_ || !waits_) return;
    waits_ = false;
    answered_.OnAnswer();
    Request();
  }

  void OnRole(ReplicaId replica, Role before, Role now, const Log& log) override {
    scheduler_->Observe(static_cast<std::uint64_t>(replica) << 8 | static_cast<std::uint64_t>(now));
    roles_->OnRole(replica, before, now);
    complete_.OnRole(replica, now);
    if (now != Role::kPrimary) return;
    promises_->OnPrimary(replica, log);
    last_primary_ = replica;
    if (will_kill_) return;
    will_kill_ = true;
    scheduler_->Enable(
        {scheduler_->Intern("crash"), 0, scheduler_->MachineName(driver_machine_), 0, 0, 0},
        driver_machine_, OptionKind::kFault, [this] { KillPrimary(); });
  }

  void KillPrimary() {
    const ReplicaId victim = last_primary_;
    if (scheduler_->recording()) scheduler_->Note("replica " + std::to_string(victim) + " dies");
    replicas_[static_cast<std::size_t>(victim)]->Die();
    complete_.OnDied(victim);
    Send(driver_machine_, manager_machine_, "failed",
         [this, victim] { manager_->OnReplicaFailed(victim); });
    StartReplica();
  }

  void SendAskEnd(ReplicaId id, Epoch epoch) override {
    ReplicaProcess& replica = *replicas_[static_cast<std::size_t>(id)];
    Send(manager_machine_, replica.machine(), "ask end",
         [&replica, epoch] { replica.IfAlive([&](Replica& real) { real.OnAskEnd(epoch); }); });
  }

  void SendChangeRole(ReplicaId id, Epoch epoch, Role role, ReplicaId primary) override {
    ReplicaProcess& replica = *replicas_[static_cast<std::size_t>(id)];
    Send(manager_machine_, replica.machine(), "change role", [&replica, epoch, role, primary] {
      replica.IfAlive([&](Replica& real) { real.OnChangeRole(epoch, role, primary); });
    });
  }

  const MakeManager make_;
  systematic::Scheduler* scheduler_ = nullptr;
  std::optional<support::Messages> messages_;
  std::optional<RolesMonitor> roles_;
  std::optional<PromisesMonitor> promises_;
  AnsweredMonitor answered_;
  CompleteMonitor complete_;
  MachineId manager_machine_ = 0, client_machine_ = 0, driver_machine_ = 0;
  std::unique_ptr<FailoverManager> manager_;
  std::vector<std::unique_ptr<ReplicaProcess>> replicas_;
  ReplicaId last_primary_ = 0;
  bool will_kill_ = false;
  // The client.
  RequestId request_ = 0;
  int amount_ = 0;
  bool waits_ = false;
  Epoch client_epoch_ = 0;
  std::optional<ReplicaId> primary_;
};

ReplicaProcess::ReplicaProcess(ServiceHarness& harness, ReplicaId id)
    : harness_(harness),
      id_(id),
      machine_(harness.scheduler_->AddMachine("replica " + std::to_string(id))) {
  ReplicaNetwork& network = *this;
  RoleObserver& observer = harness;
  replica_.emplace(id, network, observer);
}

template <typename Call>
void ReplicaProcess::SendTo(ReplicaId receiver, const char* what, Call call) {
  ReplicaProcess& process = *harness_.replicas_[static_cast<std::size_t>(receiver)];
  harness_.Send(machine_, process.machine(), what,
                [&process, call = std::move(call)] { process.IfAlive(call); });
}

void ReplicaProcess::SendEnd(Epoch epoch, LogEnd end) {
  harness_.Send(machine_, harness_.manager_machine_, "end",
                [this, epoch, end] { harness_.manager_->OnEnd(id_, epoch, end); });
}

void ReplicaProcess::SendCopyDone(Epoch epoch) {
  harness_.Send(machine_, harness_.manager_machine_, "copy done",
                [this, epoch] { harness_.manager_->OnCopyDone(id_, epoch); });
}

void ReplicaProcess::SendCopyRequest(ReplicaId primary, Epoch epoch) {
  SendTo(primary, "copy request",
         [id = id_, epoch](Replica& real) { real.OnCopyRequest(id, epoch); });
}

void ReplicaProcess::SendCopy(ReplicaId secondary, Epoch epoch, const Log& log) {
  SendTo(secondary, "copy", [epoch, log](Replica& real) { real.OnCopy(epoch, log); });
}

void ReplicaProcess::SendReplicate(ReplicaId secondary, Epoch epoch, std::size_t index,
                                   const Entry& entry) {
  SendTo(secondary, "replicate", [id = id_, epoch, index, entry](Replica& real) {
    real.OnReplicate(id, epoch, index, entry);
  });
}

void ReplicaProcess::SendStored(ReplicaId primary, Epoch epoch, std::size_t size) {
  SendTo(primary, "stored",
         [id = id_, epoch, size](Replica& real) { real.OnStored(id, epoch, size); });
}

void ReplicaProcess::SendNewPrimary(Epoch epoch) {
  harness_.Send(machine_, harness_.client_machine_, "new primary",
                [this, epoch] { harness_.OnNewPrimary(id_, epoch); });
}

void ReplicaProcess::SendReply(RequestId request, int counter) {
  harness_.promises_->OnReply(request, counter);
  harness_.Send(machine_, harness_.client_machine_, "reply",
                [this, request] { harness_.OnReply(request); });
}

}  // namespace

systematic::HarnessInfo PrimarySecondaryHarness(MakeManager make) {
  return systematic::HarnessOf<ServiceHarness>(
      "primary_secondary", "a failover manager, three replicas, a client, and the primary's death",
      {.choices = 1000, .heal_after = 0}, std::move(make));
}

}  // namespace primary_secondary
