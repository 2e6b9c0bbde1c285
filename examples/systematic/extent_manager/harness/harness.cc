#include "examples/systematic/extent_manager/harness/harness.h"

#include <optional>
#include <utility>
#include <vector>

#include "examples/systematic/extent_manager/harness/extent_node.h"
#include "examples/systematic/extent_manager/harness/repair_monitor.h"
#include "examples/systematic/support/messages.h"

namespace extent_manager {
namespace {

using systematic::Key;
using systematic::MachineId;
using systematic::OptionKind;
using systematic::Word;

constexpr std::size_t kReplicas = 3;
constexpr NodeId kFirstNodes = 3;
constexpr ExtentId kExtent = 7;

class ManagerHarness : public systematic::Harness, private Network, private Clock {
 public:
  explicit ManagerHarness(MakeManager make) : make_(std::move(make)), monitor_(kReplicas) {}

  void Start(systematic::Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    messages_.emplace(scheduler, support::Order::kAsSent);
    scheduler.AddMonitor(&monitor_);
    timer_ = scheduler.Intern("timer");
    control_ = scheduler.Intern("control");
    choose_ = scheduler.Intern("choose");
    repair_ = scheduler.Intern("repair");
    kill_ = scheduler.Intern("kill");
    driver_ = scheduler.AddMachine("driver");
    world_.scheduler = &scheduler;
    world_.messages = &*messages_;
    world_.manager_machine = scheduler.AddMachine("manager");
    world_.on_stored = [this](NodeId node) { OnStored(node); };
    manager_ = make_(*this, *this);
    world_.manager = manager_.get();
    StartLoop(Loop{scheduler.AddMachine("expiration loop"), Time(5), &ExtentManager::ExpireNodes});
    StartLoop(Loop{scheduler.AddMachine("repair loop"), Time(0), &ExtentManager::RepairExtents});
    for (NodeId id = 0; id < kFirstNodes; ++id) StartNode();
    nodes_.front()->Store(kExtent);
  }

 private:
  // One of the manager's loops, and how much time is over when it comes round.
  struct Loop {
    MachineId machine = 0;
    Time passed{0};
    void (ExtentManager::*round)() = nullptr;
  };

  enum class Stage { kAwaitsReplication, kWillKill, kAwaitsRepair };

  void StartLoop(const Loop& loop) {
    const Word name = scheduler_->MachineName(loop.machine);
    const Key key{timer_, 0, name, 0, 0, scheduler_->NextOrdinal(0, name, 0)};
    scheduler_->Enable(key, loop.machine, OptionKind::kTimer, [this, loop] {
      if (world_.over) return;
      PassTime(loop.passed);
      ((*manager_).*loop.round)();
      StartLoop(loop);
    });
  }

  void PassTime(Time passed) {
    now_ += passed;
    for (const auto& node : nodes_) {
      if (node->alive()) manager_->OnHeartbeat(node->id());
    }
  }

  void StartNode() {
    nodes_.push_back(std::make_unique<ExtentNode>(static_cast<NodeId>(nodes_.size()), world_));
  }

  void OnStored(NodeId node) {
    monitor_.OnStored(node);
    if (!monitor_.Complete()) return;
    if (stage_ == Stage::kAwaitsRepair) world_.over = true;
    if (stage_ != Stage::kAwaitsReplication) return;
    stage_ = Stage::kWillKill;
    const Key key{control_, 0, scheduler_->MachineName(driver_), kill_, 0, 0};
    scheduler_->Enable(key, driver_, OptionKind::kControl, [this] { KillOne(); });
  }

  void KillOne() {
    stage_ = Stage::kAwaitsRepair;
    const Key key{choose_, scheduler_->MachineName(driver_), 0, kill_, 0, 0};
    ExtentNode& victim = *nodes_[scheduler_->Choose(key, nodes_.size())];
    victim.Die();
    monitor_.OnDied(victim.id());
    if (scheduler_->recording()) scheduler_->Note("node " + std::to_string(victim.id()) + " dies");
    StartNode();
  }

  void SendRepair(NodeId target, ExtentId extent, NodeId source) override {
    ExtentNode& node = *nodes_[static_cast<std::size_t>(target)];
    ExtentNode& holder = *nodes_[static_cast<std::size_t>(source)];
    messages_->Send(world_.manager_machine, node.machine(), repair_,
                    [&node, extent, &holder] { node.OnRepair(extent, holder); });
  }

  Time Now() const override { return now_; }

  const MakeManager make_;
  systematic::Scheduler* scheduler_ = nullptr;
  std::optional<support::Messages> messages_;
  RepairMonitor monitor_;
  World world_;
  MachineId driver_ = 0;
  Word timer_ = 0, control_ = 0, choose_ = 0, repair_ = 0, kill_ = 0;
  std::unique_ptr<ExtentManager> manager_;
  std::vector<std::unique_ptr<ExtentNode>> nodes_;
  Time now_{0};
  Stage stage_ = Stage::kAwaitsReplication;
};

}  // namespace

systematic::HarnessInfo ExtentManagerHarness(MakeManager make) {
  return systematic::HarnessOf<ManagerHarness>(
      "extent_manager",
      "an extent manager, three nodes, one of which dies, and one that takes its place",
      {.choices = 1000, .heal_after = 0}, std::move(make));
}

}  // namespace extent_manager
