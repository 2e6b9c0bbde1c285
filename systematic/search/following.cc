#include "systematic/search/following.h"

#include <algorithm>

namespace systematic {

search::Choices Following::WayTo(std::size_t state) const {
  search::Choices way;
  for (; state != 0; state = met_[state].from) way.push_back(met_[state].choice);
  std::reverse(way.begin(), way.end());
  return way;
}

void Following::GoTo(std::size_t state) {
  Replay(system_, begin_);
  for (const search::Choice choice : WayTo(state)) system_.Take(choice);
}

bool Following::IsNew(std::size_t steps) {
  const search::StateKey key = system_.Key();
  return known_.emplace(key, ask_.is_healed() ? 0 : steps + 1).second;
}

bool Following::Expand(std::size_t state, std::uint64_t states) {
  const std::size_t steps = WayTo(state).size();
  const std::uint32_t options = system_.Options();
  for (search::Choice choice = 0; choice < options; ++choice) {
    if (choice > 0) GoTo(state);
    if (ask_.is_fault(choice)) continue;
    system_.Take(choice);
    if (!IsNew(steps + 1)) continue;
    if (met_.size() >= states) return false;
    met_.push_back({state, choice});
  }
  return true;
}

search::Fate Following::FateOf(std::size_t property, std::uint64_t states,
                               search::Choices& recovery) {
  met_ = {{}};
  known_.clear();
  GoTo(0);
  IsNew(0);
  search::Fate fate = search::Fate::kDead;
  for (std::size_t i = 0; i < met_.size() && fate == search::Fate::kDead; ++i) {
    GoTo(i);
    if ((system_.Live() >> property & 1) != 0) {
      const search::Choices way = WayTo(i);
      recovery.insert(recovery.end(), way.begin(), way.end());
      fate = search::Fate::kRecovers;
    } else if (!Expand(i, states)) {
      fate = search::Fate::kOpen;
    }
  }
  Replay(system_, begin_);
  return fate;
}

}  // namespace systematic
