// What rules over events found: things that must hold in every run, whatever a test expects.
//
// A rule is fed the events of a run in order and reports to a Violations. Of each rule only the
// first violation is kept: what follows is mostly its consequence. Not thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace oracles {

struct Violation {
  std::string rule;          ///< its name, for the user
  std::string detail;        ///< one line: what happened and why it must not
  std::size_t position = 0;  ///< index in the log of the event that broke it
  bool operator==(const Violation&) const = default;
};

class Violations {
 public:
  /// The event at `position` broke `rule`; dropped when the rule was broken before.
  void Report(const std::string& rule, const std::string& detail, std::size_t position) {
    for (const Violation& violation : all_) {
      if (violation.rule == rule) return;
    }
    all_.push_back({rule, detail, position});
  }

  /// At most one for each rule, in the order in which they were reported.
  const std::vector<Violation>& all() const { return all_; }

 private:
  std::vector<Violation> all_;
};

/// The violations of one rule, or several, in a whole log. `RuleSet` has Observe(event), and
/// violations() as above.
template <typename RuleSet, typename Event>
std::vector<Violation> Check(RuleSet rules, const std::vector<Event>& log) {
  for (const Event& event : log) rules.Observe(event);
  return rules.violations();
}

}  // namespace oracles
