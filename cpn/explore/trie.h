// Tries over bound tokens: which tokens match which pattern below which tokens bound before, each
// found out once.
//
// Invariants:
//  1. A node stands for the tokens that the first terms of a family took. Its child under a token
//     is another node, or at the last term a binding; or it is known that there is none.
//  2. `known` and `match` say the same for tokens below 64 as bit masks: those that were tried, and
//     those of them that have a child. Once UseSlices() was called, so do the masks of slices, for
//     more tokens.
// Thread safety: const members from any thread while no other member runs.
#pragma once

#include <cstdint>
#include <vector>

#include "cpn/explore/place_table.h"

namespace cpn::explore {

using TrieNodeId = std::uint32_t;
using Child = std::int32_t;

constexpr Child kNotTried = -1;
constexpr Child kNoMatch = -2;

class Trie {
 public:
  /// Masks of `tokens` tokens each, 1 to 64, from now on: kMostSlices of a node.
  void UseSlices(std::uint32_t tokens);
  TrieNodeId Add();
  std::uint64_t Known(TrieNodeId node) const { return nodes_[node].known; }
  std::uint64_t Match(TrieNodeId node) const { return nodes_[node].match; }
  /// Likewise of the tokens of one slice; requires UseSlices().
  std::uint64_t KnownIn(TrieNodeId node, std::size_t slice) const {
    return slices_[node * kMostSlices + slice].known;
  }
  std::uint64_t MatchIn(TrieNodeId node, std::size_t slice) const {
    return slices_[node * kMostSlices + slice].match;
  }
  /// Requires that the token matches, and is below 64 or in a slice.
  Child Matching(TrieNodeId node, Token token) const { return nodes_[node].children[token]; }
  Child At(TrieNodeId node, Token token) const {
    const std::vector<Child>& children = nodes_[node].children;
    if (token < children.size()) return children[token];
    return token < kDenseTokens ? kNotTried : FindSparse(node, token);
  }
  void Set(TrieNodeId node, Token token, Child child);

  /// The one token that can match, where earlier terms bind all variables; PlaceTable::kUnknown
  /// when the place has no such colour so far.
  Token Only(TrieNodeId node) const { return nodes_[node].only; }
  /// Number of the place's tokens when Only() was set.
  std::size_t ResolvedAt(TrieNodeId node) const { return nodes_[node].resolved_at; }
  void SetOnly(TrieNodeId node, Token token, std::size_t tokens);

  void Clear();
  std::size_t size() const { return nodes_.size(); }
  std::size_t memory_bytes() const {
    return bytes_ + sparse_index_.memory_bytes() + slices_.capacity() * sizeof(Masks);
  }

 private:
  static constexpr Token kDenseTokens = 512;
  static_assert(kDenseTokens >= 64 * kMostSlices);

  struct Masks {
    std::uint64_t known = 0;
    std::uint64_t match = 0;

    void Set(std::uint32_t bit, Child child) {
      known |= std::uint64_t{1} << bit;
      if (child >= 0) match |= std::uint64_t{1} << bit;
    }
  };
  struct Node : Masks {
    std::vector<Child> children;  // by token, those below kDenseTokens
    Token only = PlaceTable::kUnknown;
    std::uint32_t resolved_at = 0;
  };
  struct Sparse {
    TrieNodeId node = 0;
    Token token = 0;
    Child child = kNotTried;
  };

  Child FindSparse(TrieNodeId node, Token token) const;
  void SetInSlice(TrieNodeId node, Token token, Child child);

  std::vector<Node> nodes_;
  std::vector<Sparse> sparse_;
  IdTable sparse_index_;
  std::uint32_t slice_tokens_ = 0;  // 0: no slices are in use
  std::vector<Masks> slices_;       // kMostSlices by node
  std::size_t bytes_ = 0;
};

}  // namespace cpn::explore
