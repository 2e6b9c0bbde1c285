// A program for systematic testing, for program_test.cc: its harnesses are known to be right or
// wrong, and in which way.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "systematic/main.h"
#include "systematic/testing/mail.h"

namespace {

constexpr std::pair<const char*, const char*> kDelivered = {"delivered", "no letter is owed"};

systematic::HarnessInfo Mail() {
  systematic::HarnessInfo info = systematic::MailHarness("mail", 4, true);
  info.search = systematic::SearchForm{.properties = {kDelivered}};
  return info;
}

/// For searches only; letters are lost where that is wanted.
systematic::HarnessInfo Sought() {
  systematic::HarnessInfo info = systematic::MailHarness("sought", 1, true);
  info.make = nullptr;
  info.search = systematic::SearchForm{
      .properties = {kDelivered},
      .faults = {{"loss", "letters are lost"}, {"hurry", "two letters, which may overtake"}},
      .make = [](const systematic::SearchWorld& world) {
        const auto has = [&world](const char* fault) {
          return std::find(world.faults.begin(), world.faults.end(), fault) != world.faults.end();
        };
        return std::make_unique<systematic::Mail>(has("hurry") ? 2 : 1, has("loss"));
      }};
  return info;
}

class Watched : public systematic::Monitor {
 public:
  Watched(std::string name, std::string owed) : name_(std::move(name)), owed_(std::move(owed)) {}
  std::string_view name() const override { return name_; }
  systematic::Heat heat() const override {
    return holds ? systematic::Heat::kCold : systematic::Heat::kHot;
  }
  std::string owed() const override { return owed_; }
  bool holds = false;

 private:
  const std::string name_, owed_;
};

/// An office that takes eight steps and a choice to open. Then it may burn down, and its lamp may
/// go out unless a good one was chosen: no beginning of fewer steps comes to that.
class Office : public systematic::Harness {
 public:
  void Start(systematic::Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    clerk_ = scheduler.AddMachine("clerk");
    scheduler.AddMonitor(&open_);
    scheduler.AddMonitor(&lit_);
    Enable("prepare", systematic::OptionKind::kInternal, [this] { Prepare(); });
  }
  bool Describe(systematic::StateDigest& digest) override {
    digest.Add(prepared_);
    digest.Add(open_.holds ? 1 : 0);
    digest.Add(lit_.holds ? 1 : 0);
    digest.Add(has_good_lamp_ ? 1 : 0);
    return true;
  }

 private:
  void Enable(const char* kind, systematic::OptionKind sort, systematic::Scheduler::Step step) {
    scheduler_->Enable({.kind = scheduler_->Intern(kind), .ordinal = 0}, clerk_, sort,
                       std::move(step));
  }
  void Prepare() {
    if (++prepared_ < 8) {
      Enable("prepare", systematic::OptionKind::kInternal, [this] { Prepare(); });
      return;
    }
    open_.holds = lit_.holds = true;
    Enable("burn", systematic::OptionKind::kFault, [this] { open_.holds = false; });
    has_good_lamp_ = scheduler_->Choose({.kind = scheduler_->Intern("lamp")}, 2) == 1;
    if (!has_good_lamp_) {
      Enable("darken", systematic::OptionKind::kFault, [this] { lit_.holds = false; });
    }
    Wait();
  }
  void Wait() {
    Enable("wait", systematic::OptionKind::kInternal, [this] { Wait(); });
  }

  systematic::Scheduler* scheduler_ = nullptr;
  systematic::MachineId clerk_ = 0;
  std::uint64_t prepared_ = 0;
  bool has_good_lamp_ = false;
  Watched open_{"open", "the office is closed"}, lit_{"lit", "the lamp is out"};
};

systematic::HarnessInfo OfficeHarness() {
  systematic::HarnessInfo info = systematic::HarnessOf<Office>("office", "it burns down");
  info.bounds.heal_after = 0;
  info.search = systematic::SearchForm{
      .properties = {{"open", "the office is open"}, {"lit", "the lamp is on"}},
      .make = [](const systematic::SearchWorld&) { return std::make_unique<Office>(); }};
  info.make = nullptr;
  return info;
}

}  // namespace

int main(int argc, char** argv) {
  return systematic::Main(
      argc, argv, {Mail(), systematic::MailHarness("calm", 1, false), Sought(), OfficeHarness()});
}
