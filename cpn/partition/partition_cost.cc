#include "cpn/partition/partition_cost.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace cpn::partition {

double SpreadOfLargest(unsigned ranks) {
  const double below = std::bit_floor(ranks);
  const double binary = std::bit_width(ranks) - 1 + (ranks - below) / below;
  return std::max(1.0, std::sqrt(2 * std::numbers::ln2 * binary));
}

double Imbalance(const std::vector<std::size_t>& parts, const std::vector<std::size_t>& sizes,
                 unsigned ranks) {
  const double n = ranks;
  const double spread = SpreadOfLargest(ranks);
  double sum = 0;
  double all = 0;
  for (std::size_t level = 0; level < sizes.size(); ++level) {
    const auto size = static_cast<double>(sizes[level]);
    if (size == 0) continue;
    double squares = 0;
    for (unsigned rank = 0; rank < ranks; ++rank) {
      const double share = static_cast<double>(parts[level * ranks + rank]) * n / size - 1;
      squares += share * share;
    }
    const double variance = std::max(0.0, squares / n - n / size);
    sum += size * (1 + spread * std::sqrt(variance));
    all += size;
  }
  return sum / std::max(1.0, all);
}

}  // namespace cpn::partition
