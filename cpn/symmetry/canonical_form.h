// Finds the permutation that makes a marking the representative of its orbit.
//
// How it works: points are sorted by what distinguishes them from others, whatever they are
// called (signatures); where that leaves no choice but between points that may be exchanged, the
// result is known. Else the cells of equal points are refined by how they relate to each other,
// then each point of a cell is made the first of it in turn, and of all the labellings that come
// out, the one with the smallest image is taken. Points that may be exchanged are tried once.
//
// Invariants:
//  1. Find() of M and of gM lead to the same marking, for every permutation g: signatures are the
//     same for corresponding points, and the search tree of gM is that of M with other names.
//     That signatures are hashes costs time where two are equal by chance, never correctness.
//  2. The effort is bounded: EffortExceeded, after `max_leaves` labellings of one marking.
// Thread safety: one per thread; what it reads is immutable.
// Sources: McKay, "Practical graph isomorphism" (1981), for refining and for the tree; Junttila,
// "On the symmetry reduction method for Petri nets and similar formalisms" (2003).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cpn/symmetry/place_facts.h"

namespace cpn::symmetry {

class CanonicalForm {
 public:
  explicit CanonicalForm(const Group* group, std::uint64_t max_leaves = 20'000);

  /// `facts`: of the places whose tokens have points, always in the same order. The permutation
  /// that maps the marking to its representative; valid until the next call. Throws
  /// EffortExceeded.
  const Permutation& Find(std::span<const PlaceFacts* const> facts);
  /// Of the last Find(): the number of permutations that leave the marking as it is; nothing when
  /// it does not fit.
  std::optional<std::uint64_t> Automorphisms() const;

 private:
  /// Points in cells, one after the other: cell[i] is the position at which the cell of position
  /// i begins.
  struct Partition {
    std::array<Point, kMostPoints> order;
    std::array<Point, kMostPoints> cell;
  };

  void SortBySignature();
  bool AreTwins(Point x, Point y) const;
  /// The end of the cell that begins at `begin`.
  std::size_t EndOf(const Partition& partition, std::size_t begin) const;
  /// Are all points of a cell twins?
  bool IsUniform(const Partition& partition, std::size_t begin, std::size_t end) const;
  /// Begin of the first cell that is not uniform; points() when there is none.
  std::size_t FirstOpenCell(const Partition& partition) const;
  void Refine(Partition& partition);
  bool Split(Partition& partition, std::span<const std::uint64_t> keys) const;
  void Search(const Partition& partition, std::optional<std::uint64_t> weight);
  void Leaf(const Partition& partition, std::optional<std::uint64_t> weight);
  void ImageUnder(const Permutation& permutation, std::vector<std::uint32_t>& image) const;

  const Group* group_;
  std::uint64_t max_leaves_;
  std::size_t points_;
  std::span<const PlaceFacts* const> facts_;
  std::array<std::uint64_t, kMostPoints> signature_{};
  Partition start_{};
  bool relates_ = false;
  bool searched_ = false;
  Permutation permutation_;
  // Of a search.
  std::uint64_t leaves_ = 0;
  std::vector<std::uint32_t> best_;
  std::vector<std::uint32_t> image_;
  std::optional<std::uint64_t> automorphisms_;
};

}  // namespace cpn::symmetry
