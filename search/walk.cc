#include "search/walk.h"

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

Walk WalkOn(System& system, base::Random random, const WalkGoals& goals, std::uint64_t most,
            Choices* record) {
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
