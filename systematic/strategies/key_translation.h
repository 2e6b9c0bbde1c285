// Between the keys of a schedule and those of the execution that replays it: the names are the
// same, their numbers need not be.
//
// Thread safety: none.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "systematic/key.h"
#include "systematic/names.h"

namespace systematic {

class KeyTranslation {
 public:
  /// Refers to the schedule's names.
  explicit KeyTranslation(const std::vector<std::string>& names);

  /// An execution begins.
  void Use(const Names& names);
  /// The key in the execution; none while a name of it is unknown there.
  std::optional<Key> ToExecution(const Key& key);
  /// The key in the schedule; none if a name of it does not occur there.
  std::optional<Key> ToSchedule(const Key& key) const;

 private:
  const std::vector<std::string>& scheduled_;
  std::unordered_map<std::string_view, Word> words_;  // of the schedule; never iterated
  const Names* names_ = nullptr;
  std::vector<Word> executed_;  // by the schedule's word; 0 while unknown
};

}  // namespace systematic
