// Strategies that make the choices of a schedule again.
//
// StrictReplay wants everything to be as it was and stops at the first difference; where the
// execution heals is up to the bounds that it gets. LenientReplay
// runs what it can: it skips steps that are not enabled, takes 0 for values that the schedule does
// not have, and goes on with the oldest option that is no fault when the schedule is over.
// Invariants: they refer to the schedule, which must outlive them.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "systematic/schedule.h"
#include "systematic/strategies/key_translation.h"
#include "systematic/strategy.h"

namespace systematic {

class StrictReplay : public Strategy {
 public:
  explicit StrictReplay(const Schedule& schedule)
      : schedule_(schedule), translation_(schedule.names) {}

  std::string name() const override { return "strict replay"; }
  bool Begin(std::uint64_t iteration) override;
  std::size_t Pick(std::span<const Option> enabled) override;
  std::uint64_t Choose(const Key& key, std::uint64_t n) override;
  bool fair() const override { return schedule_.fair_from && position_ >= *schedule_.fair_from; }
  bool learns() const override { return true; }
  void Use(const Names& names) override;

  /// The number of the first choice that was not as in the schedule, from 0; none if all were.
  std::optional<std::size_t> difference() const { return difference_; }

 private:
  /// The next choice of the schedule; notes a difference, and returns null, if it has no such one.
  const ScheduledChoice* Next(bool is_step, std::uint64_t n);
  void Differ() { difference_ = position_; }
  /// As EnabledSet::hash().
  std::uint64_t HashOf(std::span<const Option> enabled) const;

  const Schedule& schedule_;
  KeyTranslation translation_;
  const Names* names_ = nullptr;
  std::size_t position_ = 0;
  std::optional<std::size_t> difference_;
};

class LenientReplay : public Strategy {
 public:
  explicit LenientReplay(const Schedule& schedule);

  std::string name() const override { return "lenient replay"; }
  bool Begin(std::uint64_t iteration) override;
  std::size_t Pick(std::span<const Option> enabled) override;
  std::uint64_t Choose(const Key& key, std::uint64_t n) override;
  /// The rest is: no option stays behind those that come after it.
  bool fair() const override { return position_ >= fair_from_; }
  bool learns() const override { return true; }
  void Heal() override { healed_ = true; }
  void Use(const Names& names) override { translation_.Use(names); }

 private:
  /// The index of the next step of the schedule that is enabled; none when it is over.
  std::optional<std::size_t> NextEnabled(std::span<const Option> enabled);
  bool HealIsNext() const;

  const Schedule& schedule_;
  std::size_t fair_from_;
  KeyTranslation translation_;
  std::vector<std::pair<Key, std::uint64_t>> values_;  // sorted
  std::size_t position_ = 0;
  bool healed_ = false;
};

}  // namespace systematic
