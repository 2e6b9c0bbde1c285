// A few of many cases that have all pairs: every two options with the values that some case has
// together, some chosen case has together, too.
//
// Invariants: the choice depends on the cases and their order alone; what is in no case is not
// asked for, so that options which exclude each other need no rule. Greedy: the next case is the
// one with the most pairs that no chosen case has, the first of several. Pure; thread-safe.
// Source: Cohen, Dalal, Fredman & Patton, "The AETG system: an approach to testing based on
// combinatorial design" (1997), whose next test case is chosen so.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace generator {

/// Options of a case with their values; each option once.
using CaseOptions = std::vector<std::pair<std::string, std::string>>;

/// The numbers of the chosen cases, rising. A case without options is chosen always.
std::vector<std::size_t> CoverPairs(const std::vector<CaseOptions>& cases);

}  // namespace generator
