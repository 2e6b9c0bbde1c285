// What cases cover of a random net, by definition and nothing else: every run of the net is made,
// one after the other, and what it goes through is put into sets of texts. No state space, no
// product, no numbers.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/coverage/random_net.h"

namespace coverage {

/// Texts of what was gone through: "transition T1", "arc ...", "evaluation T1 TF- false", ...
using Things = std::set<std::string>;
/// What a run observes, as texts "T1 2": in order, or sorted and each once.
using Observed = std::vector<std::string>;

struct OfCase {
  Things some;   ///< what some run that shows it goes through
  Things every;  ///< what every such run goes through
};

/// By case, also the one that observes nothing.
std::map<Observed, OfCase> AllCases(const RandomNet& net);

/// Covered of reachable, of one criterion; 0 of 0 when there is none.
struct Figures {
  std::size_t covered = 0;
  std::size_t sure = 0;
  std::size_t reachable = 0;
  friend bool operator==(const Figures&, const Figures&) = default;
};

/// The figures of a criterion (model_coverage/points.h) when these are covered, surely covered, and
/// reachable.
Figures Count(const std::string& criterion, const Things& some, const Things& every,
              const Things& reachable);

}  // namespace coverage
