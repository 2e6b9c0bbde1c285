// The names of one execution as small numbers, in the order in which they were met.
//
// Invariants: the numbers depend on this execution alone, whatever was interned in others before;
// names and hashes stay valid until Reset(). Usually an execution interns what the one before did,
// in the same order, and then nothing is allocated.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "systematic/key.h"

namespace systematic {

class Names {
 public:
  Names();
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;

  /// Forgets all names.
  void Reset() { count_ = 1; }
  /// The name's word: the same for the same name; 0 for the empty name. Throws HarnessError beyond
  /// 65,535 names.
  Word Intern(std::string_view name);
  /// The word of a name that was interned; 0 if it was not.
  Word Find(std::string_view name) const;
  std::string_view NameOf(Word word) const { return entries_[word].name; }
  /// How many words there are, 0 among them.
  std::size_t size() const { return count_; }

  /// A hash of the key that depends on its names and not on their numbers.
  std::uint64_t HashOf(const Key& key) const;

 private:
  struct Entry {
    std::string name;
    std::uint64_t hash = 0;
  };

  std::deque<Entry> entries_;  // those from count_ on are of the execution before
  std::size_t count_ = 1;
  std::unordered_map<std::string_view, Word> words_;  // of all entries; never iterated
};

}  // namespace systematic
