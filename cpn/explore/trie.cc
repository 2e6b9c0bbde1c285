#include "cpn/explore/trie.h"

#include "cpn/values/hash.h"

namespace cpn::explore {
namespace {

std::uint64_t HashOf(TrieNodeId node, Token token) {
  return MixHash((std::uint64_t{node} << 32) | token);
}

}  // namespace

void Trie::UseSlices(std::uint32_t tokens) {
  slice_tokens_ = tokens;
  slices_.assign(nodes_.size() * kMostSlices, {});
  for (TrieNodeId id = 0; id < nodes_.size(); ++id) {
    const std::vector<Child>& children = nodes_[id].children;
    for (Token token = 0; token < children.size(); ++token) {
      if (children[token] != kNotTried) SetInSlice(id, token, children[token]);
    }
  }
}

void Trie::SetInSlice(TrieNodeId node, Token token, Child child) {
  const std::size_t slice = token / slice_tokens_;
  if (slice >= kMostSlices) return;
  slices_[node * kMostSlices + slice].Set(token % slice_tokens_, child);
}

TrieNodeId Trie::Add() {
  nodes_.emplace_back();
  if (slice_tokens_ != 0) slices_.resize(slices_.size() + kMostSlices);
  bytes_ += sizeof(Node);
  return static_cast<TrieNodeId>(nodes_.size() - 1);
}

void Trie::Set(TrieNodeId id, Token token, Child child) {
  Node& node = nodes_[id];
  if (token < kDenseTokens) {
    const std::size_t before = node.children.capacity();
    if (token >= node.children.size()) node.children.resize(token + 1, kNotTried);
    node.children[token] = child;
    bytes_ += (node.children.capacity() - before) * sizeof(Child);
  } else {
    sparse_index_.Insert(HashOf(id, token), static_cast<std::uint32_t>(sparse_.size()));
    sparse_.push_back({id, token, child});
    bytes_ += sizeof(Sparse);
  }
  if (token < 64) node.Masks::Set(token, child);
  if (slice_tokens_ != 0) SetInSlice(id, token, child);
}

Child Trie::FindSparse(TrieNodeId node, Token token) const {
  const std::uint32_t at = sparse_index_.Find(HashOf(node, token), [&](std::uint32_t i) {
    return sparse_[i].node == node && sparse_[i].token == token;
  });
  return at == IdTable::kNone ? kNotTried : sparse_[at].child;
}

void Trie::SetOnly(TrieNodeId node, Token token, std::size_t tokens) {
  nodes_[node].only = token;
  nodes_[node].resolved_at = static_cast<std::uint32_t>(tokens);
}

void Trie::Clear() {
  nodes_ = {};
  sparse_ = {};
  sparse_index_.Clear();
  slices_ = {};
  bytes_ = 0;
}

}  // namespace cpn::explore
