#include "quorum/systematic/calls_harness.h"

#include <memory>
#include <optional>
#include <utility>

#include "quorum/systematic/model_node.h"

namespace quorum::systematic {
namespace {

using ::systematic::Heat;
using ::systematic::Monitor;

// A monitor whose heat is what calls owe.
class Progress : public Monitor {
 public:
  using Calls = std::vector<std::unique_ptr<ModelCall>>;
  using Owes = std::string (ModelCall::*)() const;
  Progress(std::string_view name, const Calls& calls, Owes owes)
      : name_(name), calls_(calls), owes_(owes) {}

  std::string_view name() const override { return name_; }
  Heat heat() const override { return owed().empty() ? Heat::kCold : Heat::kHot; }
  // What calls owe hangs on what they went through, which searches know.
  std::optional<std::uint64_t> state() const override { return 1; }
  std::string owed() const override {
    for (const auto& call : calls_) {
      if (std::string owed = std::invoke(owes_, *call); !owed.empty()) return owed;
    }
    return "";
  }

 private:
  const std::string_view name_;
  const Calls& calls_;
  const Owes owes_;
};

class Calls : public ::systematic::Harness {
 public:
  explicit Calls(CallsOptions options) : options_(std::move(options)) {}
  ~Calls() override { End(); }

  void Start(Scheduler& scheduler) override {
    world_.emplace(scheduler, options_.budgets);
    world_->SetJudge([this] { Judge(); });
    scheduler.AddMonitor(&results_);
    scheduler.AddMonitor(&outcomes_);
    client_ = scheduler.AddMachine("client");
    MakeNodes();
    MakeCalls();
    faults_ = scheduler.AddMachine("faults");
    world_->SetFaults(faults_);
    cancels_ = options_.cancels;
    for (std::size_t i = 0; i < calls_.size(); ++i) OfferCall(i);
    // Not always: most of what happens between calls needs nodes that live.
    if (options_.shutdown && world_->Choose(world_->words.shutdown, client_, 2) == 1) {
      OfferShutdown();
    }
  }

  void Heal() override { world_->EndFaults(); }

  void Finish() override {
    Judge();
    End();
    for (const auto& node : nodes_) {
      if (const auto leftover = node->Leftover()) world_->Fail("leaks", *leftover);
    }
    Judge();
    const Alive& alive = world_->alive();
    if (alive.calls + alive.streams + alive.answers == 0) return;
    world_->Fail("leaks", std::to_string(alive.calls) + " calls, " + std::to_string(alive.streams) +
                              " streams and " + std::to_string(alive.answers) +
                              " answers are left");
  }

 private:
  void MakeNodes() {
    Configuration::Nodes nodes;
    for (const char kind : options_.nodes) {
      nodes_.push_back(std::make_unique<ModelNode>(
          *world_, static_cast<NodeId>(nodes_.size()),
          NodeOptions{kind == 'l', options_.interceptors, options_.quick},
          [this](NodeId node, const std::string& request) { Arrived(node, request); }));
      nodes.push_back(nodes_.back()->TakeNode());
    }
    configuration_.emplace(std::move(nodes));
  }

  void MakeCalls() {
    const bool planned = !options_.plans.empty();
    const int count = planned ? static_cast<int>(options_.plans.size()) : options_.calls;
    for (int i = 0; i < count; ++i) {
      const CallPlan plan = planned ? options_.plans[static_cast<std::size_t>(i)] : ChoosePlan();
      calls_.push_back(std::make_unique<ModelCall>(*world_, client_, i, plan));
    }
  }

  CallPlan ChoosePlan() {
    const auto choose = [&](std::size_t n) {
      return world_->Choose(world_->words.start, client_, n);
    };
    const std::size_t nodes = nodes_.size();
    CallPlan plan;
    plan.form = static_cast<CallForm>(choose(5));
    plan.quorum = 1 + static_cast<int>(choose(nodes + 1));  // now and then more than there are
    if (plan.form == CallForm::kEach || plan.form == CallForm::kMulticast) {
      const auto skipped = choose(nodes + 1);
      if (skipped < nodes) plan.skipped = static_cast<NodeId>(skipped);
    }
    return plan;
  }

  void OfferCall(std::size_t index) {
    const auto ordinal = static_cast<std::uint32_t>(index);
    world_->Enable(world_->KeyOf(world_->words.start, client_, ordinal), client_,
                   OptionKind::kClient, [this, index] {
                     TouchNodes();
                     world_->Touch(calls_[index]->machine());
                     if (configuration_) calls_[index]->Start(*configuration_);
                   });
    if (options_.cancels == 0) return;
    world_->Enable(world_->KeyOf(world_->words.cancel, client_, ordinal), client_,
                   OptionKind::kClient, [this, index] {
                     TouchNodes();
                     world_->Touch(calls_[index]->machine());
                     if (cancels_-- > 0) calls_[index]->Cancel();
                   });
  }

  // What can end a node: Close() and Shutdown(), in any order; or the loss of the last reference.
  void OfferShutdown() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      ModelNode& node = *nodes_[i];
      Offer(world_->words.close, node.machine(), [this, i] {
        world_->Touch(client_);  // whose the configuration is
        if (configuration_) configuration_->nodes()[i]->Close();
      });
      Offer(world_->words.shutdown, node.machine(), [this, i] {
        world_->Touch(client_);
        if (configuration_) nodes_[i]->Shutdown(*configuration_->nodes()[i]);
      });
    }
    Offer(world_->words.forget, client_, [this] { Forget(); });
  }

  template <class Step>
  void Offer(Word what, MachineId machine, Step step) {
    world_->Enable(world_->KeyOf(what, machine), machine, OptionKind::kControl, std::move(step));
  }

  void TouchNodes() {
    for (const auto& node : nodes_) world_->Touch(node->machine());
  }

  void Forget() {
    if (!configuration_) return;
    TouchNodes();
    for (const auto& node : nodes_) node->ExpectEnd();
    configuration_.reset();
  }

  void End() {
    if (!world_) return;
    Forget();
    for (const auto& call : calls_) call->LetGo();
  }

  void Arrived(NodeId node, const std::string& request) {
    for (const auto& call : calls_) {
      if (call->Arrived(node, request)) return;
    }
    world_->Fail("requests", "nobody sent \"" + request + "\"");
  }

  void Judge() {
    for (const auto& call : calls_) call->Judge();
  }

  const CallsOptions options_;
  MachineId client_ = 0;
  MachineId faults_ = 0;
  int cancels_ = 0;
  // In this order: nodes end first, then what hears of their ends.
  std::optional<World> world_;
  std::vector<std::unique_ptr<ModelCall>> calls_;
  std::vector<std::unique_ptr<ModelNode>> nodes_;
  std::optional<Configuration> configuration_;
  Progress results_{"results", calls_, &ModelCall::OwedResult};
  Progress outcomes_{"outcomes", calls_, &ModelCall::OwedOutcome};
};

}  // namespace

::systematic::HarnessInfo CallsHarness(const std::string& name, const std::string& about,
                                       const CallsOptions& options) {
  ::systematic::HarnessInfo info;
  info.name = name;
  info.about = about;
  info.make = [options] { return std::make_unique<Calls>(options); };
  return info;
}

CallsOptions SmallOptions() {
  CallsOptions orders;
  orders.plans = {{CallForm::kAsk, 2}, {CallForm::kAsk, 1}};
  orders.cancels = 0;
  orders.shutdown = false;
  orders.interceptors = false;
  orders.quick = true;
  orders.budgets = {0, 0, 0, 0, 0, 0, 0};
  return orders;
}

std::vector<::systematic::HarnessInfo> SmallHarnesses() {
  const CallsOptions orders = SmallOptions();
  CallsOptions deadline = orders;
  deadline.budgets.deadlines = 1;
  CallsOptions broken = orders;
  broken.budgets.breaks = 1;
  CallsOptions cancelled = orders;
  cancelled.cancels = 1;
  CallsOptions odd = orders;
  odd.budgets.oddities = 1;
  CallsOptions twice = orders;
  twice.budgets.duplicates = 1;
  return {CallsHarness("quorum_small", "two calls to two nodes, without faults", orders),
          CallsHarness("quorum_small_deadline", "the same, and one deadline may pass", deadline),
          CallsHarness("quorum_small_break", "the same, and one stream may break", broken),
          CallsHarness("quorum_small_cancel", "the same, and one call may be given up", cancelled),
          CallsHarness("quorum_small_odd", "the same, and one answer may be late or none", odd),
          CallsHarness("quorum_small_twice", "the same, and one reply may come twice", twice)};
}

std::vector<::systematic::HarnessInfo> LargeHarnesses() {
  CallsOptions streams;
  CallsOptions local = streams;
  local.nodes = "ll";
  CallsOptions mixed = streams;
  mixed.nodes = "lss";
  mixed.calls = 3;
  CallsOptions repeats = local;
  repeats.nodes = "lll";
  repeats.budgets.repeats = 2;
  return {
      CallsHarness("quorum_streams", "calls to two nodes behind streams", streams),
      CallsHarness("quorum_local", "calls to two nodes in this process", local),
      CallsHarness("quorum_mixed", "three calls to a node in this process and two others", mixed),
      CallsHarness("quorum_repeats", "two calls to three nodes whose results may come twice",
                   repeats)};
}

std::vector<::systematic::HarnessInfo> AllHarnesses() {
  std::vector<::systematic::HarnessInfo> all = LargeHarnesses();
  for (auto& small : SmallHarnesses()) all.push_back(std::move(small));
  return all;
}

}  // namespace quorum::systematic
