#include "search/after.h"

#include "search/walk.h"

namespace search {
std::optional<Choices> LiveRun(System& system, std::uint64_t seed, std::uint64_t number,
                               Properties liveness, std::uint64_t most_steps) {
  Choices choices;
  system.Restart();
  const Walk walk = WalkOn(system, RandomOf({seed, Purpose::kLiveRun, 0, number}),
                           {.unmet = liveness}, most_steps, &choices);
  if (walk.end != WalkEnd::kLive) return std::nullopt;
  return choices;
}

}  // namespace search
