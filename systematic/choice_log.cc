#include "systematic/choice_log.h"

#include <set>

namespace systematic {

std::vector<Key> ChoiceLog::EnabledBefore(std::size_t index) const {
  std::set<Key> enabled;
  std::size_t next = 0;
  const auto apply_until = [&](std::size_t end) {
    for (; next < end; ++next) {
      if (changes_[next].enabled) {
        enabled.insert(changes_[next].key);
      } else {
        enabled.erase(changes_[next].key);
      }
    }
  };
  for (std::size_t i = 0; i < index && i < choices_.size(); ++i) {
    apply_until(choices_[i].changes);
    if (choices_[i].is_step) enabled.erase(choices_[i].key);
  }
  apply_until(index < choices_.size() ? choices_[index].changes : changes_.size());
  return {enabled.begin(), enabled.end()};
}

}  // namespace systematic
