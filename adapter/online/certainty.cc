#include "adapter/online/certainty.h"

#include <algorithm>
#include <cmath>

namespace adapter::online {

int TriesToFail(const Certainty& certainty) {
  constexpr int kMost = 100;
  constexpr double kMissed = 0.01;
  if (certainty.tries > 0 && certainty.failed == certainty.tries) return 1;
  const double chance =
      certainty.failed == 0 ? 0.1 : static_cast<double>(certainty.failed) / certainty.tries;
  return std::min(kMost, static_cast<int>(std::ceil(std::log(kMissed) / std::log(1 - chance))));
}

Certainty Measure(const std::function<bool()>& fails, const std::function<bool()>& is_over,
                  int passes_allowed) {
  Certainty certainty;
  while (certainty.tries < Certainty::kMostTries && !is_over()) {
    const bool failed = fails();
    ++certainty.tries;
    certainty.failed += failed ? 1 : 0;
    if (certainty.failed == certainty.tries && certainty.failed == Certainty::kEnough) break;
    if (certainty.tries - certainty.failed > passes_allowed) break;
  }
  return certainty;
}

}  // namespace adapter::online
