// Few test cases that cover a goal: set cover over what the cases of a model cover.
//
// The choice is greedy first (the case that adds most; of several, the one with the fewest
// observations, then the first), which is at most a logarithm away from the best. What became
// redundant is left out again, and a branch-and-bound search with a bound on its work then looks
// for a smaller choice; when it comes to its end, the choice is a smallest one. Last, each case is
// exchanged for a shorter one where that loses nothing. Thread safety: pure functions on values.
// Source: Chvátal, "A greedy heuristic for the set-covering problem" (1979).
#pragma once

#include <cstdint>
#include <vector>

namespace model_coverage {

struct CoverProblem {
  std::vector<std::vector<std::uint32_t>> sets;  ///< by case: what it covers, ascending
  std::vector<std::uint64_t> costs;              ///< by case: of two that do, the cheaper is taken
  std::uint32_t elements = 0;                    ///< numbers are less than this
};

struct CoverSolution {
  std::vector<std::size_t> chosen;  ///< cases; each adds to those before it
  std::vector<std::uint64_t> adds;  ///< by chosen case, how many elements
  std::uint64_t covered = 0;
  bool smallest = false;  ///< it is known that no fewer cases would do
};

/// Covers all that the cases together do, with few of them; or with `max_cases`, as much as those
/// cover that a greedy choice takes first.
CoverSolution Cover(const CoverProblem& problem, std::uint64_t max_cases);

}  // namespace model_coverage
