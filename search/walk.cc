#include "search/walk.h"

#include <array>
#include <bit>
#include <optional>

#include "base/split_mix64.h"

namespace search {

base::Random RandomOf(const WalkName& name) {
  std::uint64_t mixed = base::MixBits(name.seed + 0x9e3779b97f4a7c15u);
  for (const std::uint64_t part :
       {static_cast<std::uint64_t>(name.purpose), name.point, name.walk}) {
    mixed = base::MixBits(mixed ^ (part + 0x9e3779b97f4a7c15u));
  }
  return base::Random(mixed);
}

namespace {

/// How long ago each property held.
class Heat {
 public:
  explicit Heat(const WalkGoals& goals) : goals_(goals) {}

  /// The state after so many steps; the properties that are too hot.
  Properties Feel(Properties live, std::uint64_t steps) {
    Properties hot = 0;
    cold_ = live;
    for (Properties left = goals_.unmet; left != 0; left &= left - 1) {
      const auto property = static_cast<std::size_t>(std::countr_zero(left));
      const Properties bit = Properties{1} << property;
      if ((live & bit) != 0)
        held_[property] = steps;
      else if (steps - held_[property] >= goals_.temperature)
        hot |= bit;
    }
    return hot;
  }
  /// Those that do not hold at present.
  Properties Hot() const { return goals_.unmet & ~cold_; }

 private:
  const WalkGoals goals_;
  Properties cold_ = 0;
  std::array<std::uint64_t, kMostProperties + 1> held_ = {};  // after so many steps
};

Walk WalkInHeat(System& system, base::Random random, const WalkGoals& goals, std::uint64_t most,
                Choices* record) {
  Walk walk;
  Heat heat(goals);
  while (true) {
    walk.violated = system.Violated() & goals.watched;
    walk.unmet = heat.Feel(system.Live(), walk.steps);
    if (walk.violated != 0) {
      walk.end = WalkEnd::kUnsafe;
      return walk;
    }
    if (walk.unmet != 0) return walk;
    const bool at_end = system.Options() == 0;
    const std::optional<Choice> choice =
        at_end || walk.steps >= most ? std::nullopt : system.Pick(random);
    if (!choice) {
      if (at_end || walk.steps < most) walk.unmet = heat.Hot();
      walk.end = walk.unmet == 0 ? WalkEnd::kLive : at_end ? WalkEnd::kAtEnd : WalkEnd::kStuck;
      return walk;
    }
    if (record != nullptr) record->push_back(*choice);
    system.Take(*choice);
    ++walk.steps;
  }
}

}  // namespace

Walk WalkOn(System& system, base::Random random, const WalkGoals& goals, std::uint64_t most,
            Choices* record) {
  if (goals.temperature > 0) return WalkInHeat(system, random, goals, most, record);
  Walk walk;
  walk.unmet = goals.unmet;
  while (true) {
    walk.violated = system.Violated() & goals.watched;
    walk.unmet &= ~system.Live();
    if (walk.violated != 0)
      walk.end = WalkEnd::kUnsafe;
    else if (walk.unmet == 0)
      walk.end = WalkEnd::kLive;
    else if (system.Options() == 0)
      walk.end = WalkEnd::kAtEnd;
    else if (walk.steps < most) {
      if (const std::optional<Choice> choice = system.Pick(random)) {
        if (record != nullptr) record->push_back(*choice);
        system.Take(*choice);
        ++walk.steps;
        continue;
      }
      walk.end = WalkEnd::kStuck;
    }
    return walk;
  }
}

}  // namespace search
