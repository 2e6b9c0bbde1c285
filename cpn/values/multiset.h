// Interned multi-sets of colours: a place marking is one 32-bit id.
//
// Invariants:
//  1. Two multi-sets of one store are equal if and only if their ids are equal; id 0 is the empty
//     one.
//  2. Entries are sorted by ValueStore::Compare, counts are positive: iteration order is canonical.
// Thread safety: as ValueStore. Source: Jensen & Kristensen, "Coloured Petri Nets" (2009), ch. 4.1.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cpn/values/value.h"

namespace cpn {

/// An interned multi-set; MultiSet{} is the empty one.
struct MultiSet {
  std::uint32_t id = 0;
  friend bool operator==(MultiSet, MultiSet) = default;
};

struct MultiSetEntry {
  Value value;
  std::uint32_t count = 1;
  friend bool operator==(MultiSetEntry, MultiSetEntry) = default;
};

class MultiSetStore {
 public:
  explicit MultiSetStore(const ValueStore* values);
  ~MultiSetStore();
  MultiSetStore(const MultiSetStore&) = delete;
  MultiSetStore& operator=(const MultiSetStore&) = delete;

  /// Entries in any order, repeated values are added up, counts of 0 dropped.
  /// Throws std::overflow_error when a coefficient does not fit 32 bits; Add() as well.
  MultiSet Intern(std::span<const MultiSetEntry> entries);
  /// Sorted entries; valid as long as the store lives.
  std::span<const MultiSetEntry> Entries(MultiSet m) const;
  std::uint64_t Size(MultiSet m) const;            ///< Number of tokens.
  std::uint32_t Count(MultiSet m, Value v) const;  ///< Coefficient of v.
  bool Contains(MultiSet m, MultiSet part) const;  ///< part <<= m
  MultiSet Add(MultiSet a, MultiSet b);            ///< a ++ b
  /// a -- b; requires Contains(a, b).
  MultiSet Subtract(MultiSet a, MultiSet b);
  /// CPN Tools' notation in canonical order: 1`(1, yes) ++ 2`(2, no); "empty" for none.
  std::string Format(MultiSet m) const;

  std::size_t size() const;
  std::size_t memory_bytes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cpn
