#include "cpn/distributed/canonical_numbers.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "cpn/distributed/bytes.h"

namespace cpn::distributed {
namespace {

struct Sent {
  std::uint64_t key = 0;
  unsigned from = 0;
  std::size_t place = 0;  // among those that the rank sent
};

std::vector<std::vector<char>> BytesOfEach(const auto& lists) {
  std::vector<std::vector<char>> all;
  for (const auto& list : lists) all.push_back(BytesOf(list));
  return all;
}

/// All keys that ranks sent here, sorted.
std::vector<Sent> Sorted(const std::vector<std::vector<char>>& given) {
  std::vector<Sent> sent;
  for (unsigned from = 0; from < given.size(); ++from) {
    const std::vector<std::uint64_t> keys = AllOf<std::uint64_t>(given[from]);
    for (std::size_t i = 0; i < keys.size(); ++i) sent.push_back({keys[i], from, i});
  }
  std::ranges::sort(sent, {}, &Sent::key);
  return sent;
}

}  // namespace

CanonicalNumbers::CanonicalNumbers(Transport* transport, NodeId nodes, bool has_initial)
    : transport_(transport), keys_(nodes, kNone) {
  if (has_initial) keys_[0] = 0;
}

void CanonicalNumbers::Offer(NodeId node, NodeId source, std::uint32_t index) {
  std::uint64_t& key = keys_[node];
  if (key < kFirstKey) return;  // it has its number
  key = std::min(key, kFirstKey + (std::uint64_t{source} << 32 | index));
}

void CanonicalNumbers::TogetherNumber(std::span<const NodeId> level) {
  const unsigned ranks = transport_->ranks();
  std::vector<unsigned> sorters;  // by marking of the level
  std::vector<std::vector<std::uint64_t>> keys(ranks);
  for (const NodeId node : level) {
    const std::uint64_t source = ((keys_[node] - kFirstKey) >> 32) - first_;
    sorters.push_back(static_cast<unsigned>(source * ranks / size_));
    keys[sorters.back()].push_back(keys_[node]);
  }
  const std::vector<Sent> sent = Sorted(transport_->Exchange(BytesOfEach(keys)));

  std::vector<std::uint64_t> counts(ranks, 0);
  counts[transport_->rank()] = sent.size();
  transport_->Sum(counts);
  first_ += size_;
  size_ = static_cast<NodeId>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  NodeId next = std::accumulate(counts.begin(), counts.begin() + transport_->rank(), first_);
  std::vector<std::vector<NodeId>> answers(ranks);
  for (const Sent& one : sent) {
    std::vector<NodeId>& answer = answers[one.from];
    if (answer.size() <= one.place) answer.resize(one.place + 1);
    answer[one.place] = next++;
  }
  std::vector<std::vector<NodeId>> numbers;
  for (const std::vector<char>& bytes : transport_->Exchange(BytesOfEach(answers))) {
    numbers.push_back(AllOf<NodeId>(bytes));
  }
  std::vector<std::size_t> taken(ranks, 0);
  for (std::size_t i = 0; i < level.size(); ++i) {
    keys_[level[i]] = numbers[sorters[i]][taken[sorters[i]]++];
  }
}

}  // namespace cpn::distributed
