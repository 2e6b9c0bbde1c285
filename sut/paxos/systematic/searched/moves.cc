#include "sut/paxos/systematic/searched/moves.h"

#include <algorithm>
#include <utility>

namespace paxos::searched {

void Moves::Offer(std::vector<Move> wanted) {
  std::sort(wanted.begin(), wanted.end(),
            [](const Move& a, const Move& b) { return a.key < b.key; });
  auto old = offered_.begin();
  std::vector<systematic::Key> keys;
  keys.reserve(wanted.size());
  for (Move& move : wanted) {
    keys.push_back(move.key);
    for (; old != offered_.end() && *old < move.key; ++old) scheduler_.Disable(*old);
    const bool is_old = old != offered_.end() && *old == move.key;
    if (is_old) ++old;
    // The step that has just run is enabled no more, though its key may be wanted again.
    if (is_old && scheduler_.IsEnabled(move.key)) continue;
    scheduler_.Enable(move.key, move.machine, move.kind, [this, run = std::move(move.run)] {
      run();
      after_();
    });
  }
  for (; old != offered_.end(); ++old) scheduler_.Disable(*old);
  offered_ = std::move(keys);
}

}  // namespace paxos::searched
