// The choices of one execution, as numbers; schedule.h has them with names.
//
// Invariants: besides the choices it has every change of the set of enabled options, so that the
// set before any choice can be made again: for the self-check, which must show where two
// executions parted. Reused from execution to execution, so that it allocates only while it grows.
// Thread safety: none; it is one worker's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "systematic/key.h"

namespace systematic {

struct Choice {
  Key key;
  std::uint64_t value = 0;     ///< of a value: what was chosen; of a step: 0
  std::uint64_t n = 0;         ///< options that were enabled, or values that could be chosen
  std::uint64_t enabled = 0;   ///< hash of the keys that were enabled
  std::uint64_t observed = 0;  ///< hash of all observations before it
  std::uint32_t changes = 0;   ///< changes of the enabled set before it, but for steps that ran
  bool is_step = true;         ///< an option that ran; otherwise a value
};

class ChoiceLog {
 public:
  void Clear() {
    choices_.clear();
    changes_.clear();
  }
  void Add(Choice choice) {
    choice.changes = static_cast<std::uint32_t>(changes_.size());
    choices_.push_back(choice);
  }
  void AddChange(const Key& key, bool enabled) { changes_.push_back({key, enabled}); }

  const std::vector<Choice>& choices() const { return choices_; }
  /// The keys that were enabled before the choice at `index`, sorted; for index ==
  /// choices().size() those enabled at the end. Linear in the length of the execution.
  std::vector<Key> EnabledBefore(std::size_t index) const;

 private:
  struct Change {
    Key key;
    bool enabled;
  };

  std::vector<Choice> choices_;
  std::vector<Change> changes_;
};

}  // namespace systematic
