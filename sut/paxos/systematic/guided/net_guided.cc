#include "sut/paxos/systematic/guided/net_guided.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "nets/net_harness.h"
#include "systematic/draw.h"
#include "systematic/execution.h"
#include "systematic/names.h"

namespace paxos {
namespace {

using systematic::Key;
using systematic::Option;

class NetGuidedStrategy : public systematic::Strategy {
 public:
  NetGuidedStrategy(GuideOptions options, const systematic::StrategyContext& context)
      : options_(std::move(options)),
        seed_(context.seed),
        run_(options_.run({.seed = context.seed, .length = 60, .prefix = context.prefix})),
        random_(context.seed) {}

  std::string name() const override { return "net+" + run_->name(); }
  bool learns() const override { return run_->learns(); }

  bool Begin(std::uint64_t iteration) override {
    random_ = systematic::RandomOf(seed_, iteration);
    action_ = 0;
    decision_ = 0;
    if (!run_->Begin(iteration)) return false;
    const systematic::Outcome outcome =
        systematic::Execution::Run(options_.model, options_.model.bounds, *run_, scheduler_);
    plan_ = PlanOf(nets::StepsOf(systematic::ScheduleOf(options_.model, options_.model.bounds, {},
                                                        outcome, scheduler_)),
                   options_.replicas);
    return true;
  }

  void Use(const systematic::Names& names) override { names_ = &names; }

  std::size_t Pick(std::span<const Option> enabled) override {
    while (action_ < plan_.actions.size()) {
      const PlannedAction& wanted = plan_.actions[action_++];
      const auto found = Oldest(enabled, wanted);
      Count(wanted, found.has_value());
      if (found) return *found;
    }
    Publish();
    return random_.Below(static_cast<std::uint32_t>(enabled.size()));
  }

  std::uint64_t Choose(const Key& key, std::uint64_t n) override {
    if (names_->NameOf(key.kind) == "leader fails") return Fails(key) ? 1 : 0;
    // Nothing goes wrong but what the plan says, and calls to oneself are messages.
    if (PlanGoesOn()) return 0;
    return systematic::Draw(random_, n);
  }

  bool fair() const override { return !PlanGoesOn(); }

 private:
  bool PlanGoesOn() const { return action_ < plan_.actions.size(); }

  /// The index of the oldest option that is what the plan wants.
  std::optional<std::size_t> Oldest(std::span<const Option> enabled,
                                    const PlannedAction& wanted) const {
    std::optional<std::size_t> oldest;
    for (std::size_t i = 0; i < enabled.size(); ++i) {
      if (!Is(enabled[i].key, wanted)) continue;
      if (!oldest || enabled[i].id < enabled[*oldest].id) oldest = i;
    }
    return oldest;
  }

  bool Is(const Key& key, const PlannedAction& wanted) const {
    const auto fits = [this](systematic::Word word, const std::string& text) {
      return text.empty() || names_->NameOf(word) == text;
    };
    return fits(key.kind, wanted.kind) && fits(key.from, wanted.from) && fits(key.to, wanted.to) &&
           fits(key.what, wanted.what);
  }

  void Count(const PlannedAction& wanted, bool followed) {
    if (!wanted.must) return;
    Following::Count& count = counts_[plan_.steps[wanted.step]];
    ++(followed ? count.followed : count.missed);
  }

  void Publish() {
    if (counts_.empty()) return;
    options_.following->Add(counts_);
    counts_.clear();
  }

  /// What the plan says of the next decision of the replica.
  bool Fails(const Key& key) {
    for (std::size_t i = decision_; i < plan_.decisions.size(); ++i) {
      if (plan_.decisions[i].replica != names_->NameOf(key.to)) continue;
      const auto begin = plan_.decisions.begin();
      const auto at = [begin](std::size_t index) {
        return begin + static_cast<std::ptrdiff_t>(index);
      };
      std::rotate(at(decision_), at(i), at(i + 1));  // the others stay in their order
      return plan_.decisions[decision_++].fails;
    }
    return false;
  }

  const GuideOptions options_;
  const std::uint64_t seed_;
  std::unique_ptr<systematic::Strategy> run_;
  systematic::Scheduler scheduler_;  // of the model
  base::Random random_;
  NetPlan plan_;
  std::size_t action_ = 0;    // the next one
  std::size_t decision_ = 0;  // those before were made
  std::map<std::string, Following::Count> counts_;
  const systematic::Names* names_ = nullptr;
};

}  // namespace

void Following::Add(const std::map<std::string, Count>& counts) {
  const std::lock_guard lock(mutex_);
  for (const auto& [transition, count] : counts) {
    counts_[transition].followed += count.followed;
    counts_[transition].missed += count.missed;
  }
}

std::map<std::string, Following::Count> Following::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

systematic::MakeStrategy NetGuided(GuideOptions options) {
  return [options = std::move(options)](const systematic::StrategyContext& context) {
    return std::make_unique<NetGuidedStrategy>(options, context);
  };
}

}  // namespace paxos
