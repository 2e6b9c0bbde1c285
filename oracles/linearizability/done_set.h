// The operations that a search has put in order so far, as a set with a short key and a hash.
//
// Operations that returned are numbered by their calls, so that all early ones are done and all
// late ones are not: the key leaves out both ends, and its length does not grow with the history.
// Those that never returned are a set of their own, outside the key and the hash: who has taken
// fewer of them can do all that who took more can. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace oracles::linearizability {

class DoneSet {
 public:
  /// Of operations 0, 1, ...: first those that returned, by their calls, then the others.
  DoneSet(std::size_t returned, std::size_t never_returned);

  void Add(std::size_t operation);
  void Remove(std::size_t operation);

  /// Of those that returned.
  std::uint64_t hash() const { return hash_; }
  /// Equal for equal sets of returned ones only. Valid until the next call of any function.
  std::span<const std::uint64_t> Key();
  /// Those that never returned, as bits. Valid until the next call of Add() or Remove().
  std::span<const std::uint64_t> Open() const { return std::span(words_).subspan(returned_words_); }

 private:
  static constexpr std::size_t kBits = 64;
  std::size_t WordOf(std::size_t operation) const;
  std::uint64_t BitOf(std::size_t operation) const;

  std::size_t returned_;
  std::size_t returned_words_;
  std::vector<std::uint64_t> words_;  // of the returned ones, then of the others
  std::size_t begin_ = 0;             // all words of returned ones before it are full
  std::size_t end_ = 0;               // all words of returned ones from it on are empty
  std::uint64_t hash_ = 0;
  std::vector<std::uint64_t> key_;
};

}  // namespace oracles::linearizability
