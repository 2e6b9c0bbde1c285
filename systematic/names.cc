#include "systematic/names.h"

#include <limits>

#include "base/split_mix64.h"
#include "systematic/errors.h"
#include "systematic/hash.h"

namespace systematic {

Names::Names() { entries_.emplace_back(); }

Word Names::Intern(std::string_view name) {
  if (name.empty()) return 0;
  if (count_ < entries_.size() && entries_[count_].name == name) return static_cast<Word>(count_++);
  if (const Word known = Find(name); known != 0) return known;
  if (count_ > std::numeric_limits<Word>::max()) {
    throw HarnessError("more than 65535 names in one execution; the last is '" + std::string(name) +
                       "'");
  }
  while (entries_.size() > count_) {  // this execution differs from the one before
    words_.erase(entries_.back().name);
    entries_.pop_back();
  }
  entries_.push_back({std::string(name), HashOfBytes(name)});
  words_.emplace(entries_.back().name, static_cast<Word>(count_));
  return static_cast<Word>(count_++);
}

Word Names::Find(std::string_view name) const {
  const auto found = words_.find(name);
  return found != words_.end() && found->second < count_ ? found->second : 0;
}

std::uint64_t Names::HashOf(const Key& key) const {
  // The hashes of names are mixed already; odd factors tell their places apart.
  return base::MixBits(entries_[key.kind].hash + 3 * entries_[key.from].hash +
                       5 * entries_[key.to].hash + 7 * entries_[key.what].hash +
                       (std::uint64_t{key.life} << 32 | key.ordinal) * 0x9e3779b97f4a7c15u);
}

}  // namespace systematic
