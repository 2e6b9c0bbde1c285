#include "cpn/values/multiset.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <stdexcept>

#include "cpn/values/arena.h"
#include "cpn/values/hash.h"
#include "cpn/values/id_table.h"

namespace cpn {
namespace {

struct Node {
  const MultiSetEntry* entries = nullptr;
  std::uint32_t size = 0;
  std::uint64_t tokens = 0;
};

/// Below this many entries a scan over ids beats a binary search by structure.
constexpr std::uint32_t kScan = 24;

std::uint32_t AddCounts(std::uint32_t a, std::uint32_t b) {
  if (b > std::numeric_limits<std::uint32_t>::max() - a) {
    throw std::overflow_error("more than 4294967295 copies of one colour");
  }
  return a + b;
}

std::uint64_t Hash(std::span<const MultiSetEntry> entries) {
  std::uint64_t hash = entries.size();
  for (const MultiSetEntry& e : entries) {
    hash = CombineHash(hash, (std::uint64_t{e.value.id} << 32) | e.count);
  }
  return hash;
}

}  // namespace

struct MultiSetStore::Impl {
  const ValueStore* values;
  std::vector<Node> nodes;
  IdTable index;
  Arena<MultiSetEntry> entries;
  std::vector<MultiSetEntry> scratch;

  std::span<const MultiSetEntry> At(MultiSet m) const {
    return {nodes[m.id].entries, nodes[m.id].size};
  }

  /// `scratch` sorted, distinct, positive.
  MultiSet InternScratch() {
    if (scratch.empty()) return MultiSet{};
    const std::uint64_t hash = Hash(scratch);
    const std::uint32_t found = index.Find(
        hash, [&](std::uint32_t id) { return std::ranges::equal(At(MultiSet{id}), scratch); });
    if (found != IdTable::kNone) return MultiSet{found};
    Node node;
    node.size = static_cast<std::uint32_t>(scratch.size());
    node.entries = entries.Append(scratch).data();
    for (const MultiSetEntry& e : scratch) node.tokens += e.count;
    const auto id = static_cast<std::uint32_t>(nodes.size());
    nodes.push_back(node);
    index.Insert(hash, id);
    return MultiSet{id};
  }

  bool Less(Value a, Value b) const { return values->Compare(a, b) < 0; }
};

MultiSetStore::MultiSetStore(const ValueStore* values) : impl_(std::make_unique<Impl>()) {
  impl_->values = values;
  impl_->nodes.emplace_back();  // id 0: the empty one
}

MultiSetStore::~MultiSetStore() = default;

MultiSet MultiSetStore::Intern(std::span<const MultiSetEntry> entries) {
  std::vector<MultiSetEntry>& scratch = impl_->scratch;
  scratch.assign(entries.begin(), entries.end());
  std::ranges::sort(
      scratch, [&](Value a, Value b) { return impl_->Less(a, b); }, &MultiSetEntry::value);
  std::size_t kept = 0;
  for (const MultiSetEntry e : scratch) {
    if (e.count == 0) continue;
    if (kept > 0 && scratch[kept - 1].value == e.value) {
      scratch[kept - 1].count = AddCounts(scratch[kept - 1].count, e.count);
    } else {
      scratch[kept++] = e;
    }
  }
  scratch.resize(kept);
  return impl_->InternScratch();
}

std::span<const MultiSetEntry> MultiSetStore::Entries(MultiSet m) const { return impl_->At(m); }

std::uint64_t MultiSetStore::Size(MultiSet m) const { return impl_->nodes[m.id].tokens; }

std::uint32_t MultiSetStore::Count(MultiSet m, Value v) const {
  const std::span<const MultiSetEntry> entries = impl_->At(m);
  if (entries.size() <= kScan) {
    for (const MultiSetEntry& e : entries) {
      if (e.value == v) return e.count;
    }
    return 0;
  }
  const auto at = std::ranges::lower_bound(
      entries, v, [&](Value a, Value b) { return impl_->Less(a, b); }, &MultiSetEntry::value);
  return at != entries.end() && at->value == v ? at->count : 0;
}

bool MultiSetStore::Contains(MultiSet m, MultiSet part) const {
  if (m == part) return true;
  return std::ranges::all_of(impl_->At(part),
                             [&](const MultiSetEntry& e) { return Count(m, e.value) >= e.count; });
}

MultiSet MultiSetStore::Add(MultiSet a, MultiSet b) {
  if (a.id == 0) return b;
  if (b.id == 0) return a;
  const std::span<const MultiSetEntry> x = impl_->At(a);
  const std::span<const MultiSetEntry> y = impl_->At(b);
  std::vector<MultiSetEntry>& out = impl_->scratch;
  out.clear();
  std::size_t i = 0;
  for (const MultiSetEntry& e : y) {
    while (i < x.size() && x[i].value != e.value && impl_->Less(x[i].value, e.value)) {
      out.push_back(x[i++]);
    }
    const bool same = i < x.size() && x[i].value == e.value;
    out.push_back({e.value, same ? AddCounts(x[i].count, e.count) : e.count});
    if (same) ++i;
  }
  out.insert(out.end(), x.begin() + static_cast<std::ptrdiff_t>(i), x.end());
  return impl_->InternScratch();
}

MultiSet MultiSetStore::Subtract(MultiSet a, MultiSet b) {
  assert(Contains(a, b));
  if (b.id == 0) return a;
  const std::span<const MultiSetEntry> y = impl_->At(b);
  std::vector<MultiSetEntry>& out = impl_->scratch;
  out.clear();
  std::size_t j = 0;  // both are sorted alike and b is part of a: one pass
  for (const MultiSetEntry& e : impl_->At(a)) {
    const bool same = j < y.size() && y[j].value == e.value;
    const std::uint32_t left = same ? e.count - y[j++].count : e.count;
    if (left > 0) out.push_back({e.value, left});
  }
  return impl_->InternScratch();
}

std::string MultiSetStore::Format(MultiSet m) const {
  if (m.id == 0) return "empty";
  std::string out;
  for (const MultiSetEntry& e : impl_->At(m)) {
    if (!out.empty()) out += " ++ ";
    out += fmt::format("{}`{}", e.count, impl_->values->Format(e.value));
  }
  return out;
}

std::size_t MultiSetStore::size() const { return impl_->nodes.size(); }

std::size_t MultiSetStore::memory_bytes() const {
  return impl_->nodes.capacity() * sizeof(Node) + impl_->index.memory_bytes() +
         impl_->entries.memory_bytes();
}

}  // namespace cpn
