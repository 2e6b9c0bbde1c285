#include "systematic/stepping.h"

#include <exception>
#include <string>
#include <utility>

#include "systematic/errors.h"
#include "systematic/strategy.h"

namespace systematic {

// Makes the choices that were given, in their order; values that were not, as 0.
class Stepping::Script : public Strategy {
 public:
  explicit Script(const std::vector<std::uint32_t>& choices) : choices_(choices) {}

  void Rewind() {
    done_ = 0;
    open_.clear();
  }
  /// The choices behind those made are values that steps went on without.
  bool Fits() {
    while (!open_.empty() && done_ < choices_.size() && choices_[done_] == 0) {
      open_.erase(open_.begin());
      ++done_;
    }
    return open_.empty() || done_ == choices_.size();
  }
  bool is_done() const { return done_ == choices_.size(); }
  /// How many values each choice has that a step went on without.
  const std::vector<std::uint32_t>& open() const { return open_; }

  std::string name() const override { return "script"; }
  bool Begin(std::uint64_t) override { return true; }
  std::size_t Pick(std::span<const Option> enabled) override {
    const std::uint32_t choice = choices_[done_];
    if (choice >= enabled.size()) {
      throw HarnessError("choice " + std::to_string(done_ + 1) + " is to be number " +
                         std::to_string(choice + 1) + " of " + std::to_string(enabled.size()) +
                         ": the execution does not go the same way again");
    }
    ++done_;
    return choice;
  }
  std::uint64_t Choose(const Key&, std::uint64_t n) override {
    if (!open_.empty() || done_ == choices_.size()) {
      open_.push_back(static_cast<std::uint32_t>(n));
      return 0;
    }
    return choices_[done_++];
  }
  bool fair() const override { return false; }

 private:
  const std::vector<std::uint32_t>& choices_;
  std::size_t done_ = 0;
  std::vector<std::uint32_t> open_;
};

Stepping::Stepping(Make make, const Bounds& bounds)
    : make_(std::move(make)), bounds_(bounds), script_(std::make_unique<Script>(choices_)) {}

Stepping::~Stepping() { Close(); }

void Stepping::Restart(bool recording) {
  Close();
  choices_.clear();
  recording_ = recording;
}

std::uint32_t Stepping::options() {
  Settle();
  if (!script_->open().empty()) return script_->open().front();
  return scheduler_.failed() ? 0 : static_cast<std::uint32_t>(scheduler_.enabled().size());
}

bool Stepping::wants_value() {
  Settle();
  return !script_->open().empty();
}

std::span<const Option> Stepping::enabled() {
  Settle();
  return script_->open().empty() ? scheduler_.enabled() : std::span<const Option>();
}

const Scheduler& Stepping::scheduler() {
  Settle();
  return scheduler_;
}

Harness& Stepping::harness() {
  Settle();
  return *harness_;
}

void Stepping::Settle() {
  if (!harness_) Open();
  while (true) {
    if (!script_->Fits()) {
      Close();
      Open();
    }
    if (script_->is_done()) return;
    RunStep();
  }
}

void Stepping::Open() {
  script_->Rewind();
  scheduler_.Open(*script_, recording_);
  harness_ = make_();
  Guarded([this] { harness_->Start(scheduler_); });
  HealIfDue();
}

void Stepping::Close() {
  if (!harness_) return;
  scheduler_.Close();
  harness_.reset();
}

void Stepping::RunStep() {
  Guarded([this] { scheduler_.RunStep(); });
  HealIfDue();
}

void Stepping::HealIfDue() {
  if (scheduler_.healed() || scheduler_.failed()) return;
  if (!scheduler_.quiescent() && scheduler_.choices() < bounds_.heal_after) return;
  scheduler_.MarkHealed();
  Guarded([this] { harness_->Heal(); });
}

template <typename Function>
void Stepping::Guarded(Function function) {
  try {
    function();
  } catch (const HarnessError&) {
    throw;
  } catch (const std::exception& error) {
    scheduler_.Fail("exception", error.what());
  } catch (...) {
    scheduler_.Fail("exception", "something that is no std::exception was thrown");
  }
}

}  // namespace systematic
