#include "generator/case_families.h"

#include <cassert>
#include <limits>
#include <utility>

namespace generator {
namespace {

/// Larger than every item, so that the two terminals sort behind all nodes.
constexpr std::uint32_t kTerminalItem = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kFirstSlots = 1024;

std::uint64_t Mix(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  std::uint64_t h = (a * 0x9E3779B97F4A7C15u) ^ (b * 0xC2B2AE3D27D4EB4Fu) ^ (c << 17);
  h ^= h >> 31;
  h *= 0xBF58476D1CE4E5B9u;
  return h ^ (h >> 29);
}

std::uint64_t SaturatingAdd(std::uint64_t a, std::uint64_t b) {
  return a > std::numeric_limits<std::uint64_t>::max() - b
             ? std::numeric_limits<std::uint64_t>::max()
             : a + b;
}

}  // namespace

CaseFamilies::CaseFamilies(CaseOrder order) : order_(order), index_(kFirstSlots) {
  nodes_.push_back({kTerminalItem, kEmpty, kEmpty});
  nodes_.push_back({kTerminalItem, kUnit, kUnit});
  memo_.assign(kFirstSlots, {{Op::kValue, kEmpty, 0}, kEmpty});
}

CaseFamily CaseFamilies::Union(CaseFamily a, CaseFamily b) {
  return {Run({Op::kUnion, a.id, b.id})};
}

CaseFamily CaseFamilies::Extend(CaseFamily family, Item item) {
  assert(item < kTerminalItem);
  if (order_ == CaseOrder::kSequence) return {Make(item, kEmpty, family.id)};
  return {Run({Op::kExtend, family.id, item})};
}

bool CaseFamilies::IsTrivial(const Task& task, Id& result) const {
  switch (task.op) {
    case Op::kValue:
      result = task.a;
      return true;
    case Op::kUnion:
      if (task.a == task.b || task.b == kEmpty) {
        result = task.a;
        return true;
      }
      result = task.b;
      return task.a == kEmpty;
    case Op::kExtend:
      result = kEmpty;
      return task.a == kEmpty;
  }
  return false;
}

CaseFamilies::Split CaseFamilies::Take(const Task& task) const {
  const Node& a = nodes_[task.a];
  const auto value = [](Id id) { return Task{Op::kValue, id, 0}; };
  if (task.op == Op::kExtend) {
    if (task.b < a.item) return {task.b, value(kEmpty), value(task.a)};
    if (task.b == a.item) return {task.b, value(kEmpty), {Op::kUnion, a.without, a.with}};
    return {a.item, {Op::kExtend, a.without, task.b}, {Op::kExtend, a.with, task.b}};
  }
  const Node& b = nodes_[task.b];
  if (a.item < b.item) return {a.item, {Op::kUnion, a.without, task.b}, value(a.with)};
  if (b.item < a.item) return {b.item, {Op::kUnion, task.a, b.without}, value(b.with)};
  return {a.item, {Op::kUnion, a.without, b.without}, {Op::kUnion, a.with, b.with}};
}

CaseFamilies::Id CaseFamilies::Run(Task first) {
  Id result = kEmpty;
  stack_.push_back({first, {}, kEmpty, 0});
  while (!stack_.empty()) {
    Frame& frame = stack_.back();
    if (frame.stage == 0) {
      Task& task = frame.task;
      if (task.op == Op::kUnion && task.a > task.b) std::swap(task.a, task.b);
      const Memo& memo = MemoSlot(task);
      if (IsTrivial(task, result)) {
        stack_.pop_back();
        continue;
      }
      if (memo.task == task) {
        result = memo.result;
        stack_.pop_back();
        continue;
      }
      frame.split = Take(task);
      frame.stage = 1;
      const Task next = frame.split.without;
      stack_.push_back({next, {}, kEmpty, 0});
    } else if (frame.stage == 1) {
      frame.without = result;
      frame.stage = 2;
      const Task next = frame.split.with;
      stack_.push_back({next, {}, kEmpty, 0});
    } else {
      result = Make(frame.split.item, frame.without, result);
      MemoSlot(frame.task) = {frame.task, result};
      stack_.pop_back();
    }
  }
  return result;
}

CaseFamilies::Id CaseFamilies::Make(Item item, Id without, Id with) {
  if (with == kEmpty) return without;
  if (nodes_.size() * 2 > index_.size()) GrowIndex();
  const std::size_t mask = index_.size() - 1;
  std::size_t slot = Mix(item, without, with) & mask;
  for (; index_[slot] != 0; slot = (slot + 1) & mask) {
    const Node& node = nodes_[index_[slot]];
    if (node.item == item && node.without == without && node.with == with) return index_[slot];
  }
  index_[slot] = static_cast<Id>(nodes_.size());
  nodes_.push_back({item, without, with});
  return index_[slot];
}

void CaseFamilies::GrowIndex() {
  index_.assign(index_.size() * 2, 0);
  memo_.assign(index_.size(), {{Op::kValue, kEmpty, 0}, kEmpty});
  const std::size_t mask = index_.size() - 1;
  for (std::size_t id = 2; id < nodes_.size(); ++id) {
    std::size_t slot = Mix(nodes_[id].item, nodes_[id].without, nodes_[id].with) & mask;
    while (index_[slot] != 0) slot = (slot + 1) & mask;
    index_[slot] = static_cast<Id>(id);
  }
}

CaseFamilies::Memo& CaseFamilies::MemoSlot(const Task& task) {
  return memo_[Mix(static_cast<std::uint64_t>(task.op), task.a, task.b) & (memo_.size() - 1)];
}

std::uint64_t CaseFamilies::Count(CaseFamily family) const {
  // Children are made before their parents, so that increasing ids are bottom-up.
  std::vector<std::uint64_t> counts(family.id + 2, 0);
  counts[kUnit] = 1;
  for (Id id = 2; id <= family.id; ++id) {
    counts[id] = SaturatingAdd(counts[nodes_[id].without], counts[nodes_[id].with]);
  }
  return counts[family.id];
}

void CaseFamilies::ForEach(CaseFamily family,
                           const std::function<void(std::span<const Item>)>& visit) const {
  struct Visit {
    Id id;
    std::size_t length;  ///< of the part of `items` that belongs to this visit ...
    Item last;           ///< ... whose last one is this, when it came along a `with` edge
  };
  std::vector<Item> items;
  std::vector<Visit> stack{{family.id, 0, 0}};
  while (!stack.empty()) {
    const Visit current = stack.back();
    stack.pop_back();
    if (current.id == kEmpty) continue;
    items.resize(current.length);
    if (current.length > 0) items.back() = current.last;
    if (current.id == kUnit) {
      visit(items);
      continue;
    }
    const Node& node = nodes_[current.id];
    stack.push_back({node.without, current.length, current.last});
    stack.push_back({node.with, current.length + 1, node.item});
  }
}

}  // namespace generator
