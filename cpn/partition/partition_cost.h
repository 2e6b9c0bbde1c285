// What an exploration by some parts costs, computed from a sample of it.
// Thread safety: free functions without state.
#pragma once

#include <cstddef>
#include <vector>

namespace cpn::partition {

/// How many standard deviations the largest of so many parts is expected to be above the mean: the
/// root of twice the logarithm, which is taken to be linear between powers of two. All ranks must
/// compute the same, to the last bit, and logarithms of the C library differ between processors.
/// Requires ranks > 0; at least 1.
double SpreadOfLargest(unsigned ranks);

/// The expected largest part of a level to the mean one, less what a sample of this size varies by
/// itself; levels count by their sizes. `parts`: markings, by level and then by rank; `sizes`: by
/// level. Requires ranks > 0.
double Imbalance(const std::vector<std::size_t>& parts, const std::vector<std::size_t>& sizes,
                 unsigned ranks);

/// Of such parts, where so many of all steps cross, each of which costs `crossing` times one that
/// stays more. 1: what it would cost without any of this.
inline double CostOf(double imbalance, double crossing_steps, double all_steps, double crossing) {
  return imbalance * (1 + crossing * crossing_steps / all_steps);
}

}  // namespace cpn::partition
