// Tries over bound tokens: which tokens match which pattern below which tokens bound before, each
// found out once.
//
// Invariants:
//  1. A node stands for the tokens that the first terms of a family took. Its child under a token
//     is another node, or at the last term a binding; or it is known that there is none.
//  2. `known` and `match` say the same for tokens below 64 as bit masks: those that were tried, and
//     those of them that have a child.
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
  TrieNodeId Add();
  std::uint64_t Known(TrieNodeId node) const { return nodes_[node].known; }
  std::uint64_t Match(TrieNodeId node) const { return nodes_[node].match; }
  /// Requires that the token is below 64 and matches.
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
  std::size_t memory_bytes() const { return bytes_ + sparse_index_.memory_bytes(); }

 private:
  static constexpr Token kDenseTokens = 512;

  struct Node {
    std::uint64_t known = 0;
    std::uint64_t match = 0;
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

  std::vector<Node> nodes_;
  std::vector<Sparse> sparse_;
  IdTable sparse_index_;
  std::size_t bytes_ = 0;
};

}  // namespace cpn::explore
