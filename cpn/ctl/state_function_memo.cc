#include "cpn/ctl/state_function_memo.h"

#include <fmt/format.h>

#include <algorithm>

#include "cpn/values/hash.h"

namespace cpn::ctl {
namespace {

constexpr std::size_t kFirstSlots = 1024;

}  // namespace

StateFunctionMemo::StateFunctionMemo(StateFunctions* functions, const Net* net,
                                     const MultiSetStore* multisets, std::size_t memo_bytes)
    : functions_(functions),
      net_(net),
      multisets_(multisets),
      memo_bytes_(memo_bytes),
      slots_(kFirstSlots) {}

std::size_t StateFunctionMemo::Find(std::uint64_t key) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = MixHash(key) & mask;
  while (slots_[i].key != key && slots_[i].key != kNoKey) i = (i + 1) & mask;
  return i;
}

StateFunctionMemo::Branch* StateFunctionMemo::BranchAt(Branch vertex, MultiSet marking) {
  const std::uint64_t key = (std::uint64_t{vertex} << 32) | marking.id;
  Slot& slot = slots_[Find(key)];
  if (slot.key == kNoKey) ++used_;
  slot.key = key;
  return &slot.branch;
}

bool StateFunctionMemo::Ask(StateFunctionId function, const MarkingView& marking, Branch known,
                            bool sample) {
  bool result = known == kTrue;
  if (known == kUnknown) {
    ++calls_;
    reads_.clear();
    result = functions_->Holds(function, marking, reads_);
    Remember(function, marking, result);
  }
  if (sample) {
    ++purity_checks_;
    reads_.clear();
    const bool again = functions_->Holds(function, marking, reads_);
    if (again != result) FailImpure(function, marking);
    Remember(function, marking, again);
  }
  return result;
}

void StateFunctionMemo::Remember(StateFunctionId function, const MarkingView& marking,
                                 bool result) {
  Reserve(reads_.size());
  Tree& tree = TreeOf(function);
  Branch* branch = &tree.root;
  for (const PlaceId place : reads_) {
    if (*branch == kUnknown) {
      places_.push_back(place);
      *branch = static_cast<Branch>(places_.size() - 1) + kFirstVertex;
    }
    if (*branch < kFirstVertex || places_[*branch - kFirstVertex] != place) {
      FailImpure(function, marking);
    }
    branch = BranchAt(*branch, marking.At(place));
    const auto at = std::ranges::lower_bound(tree.read, place);
    if (at == tree.read.end() || *at != place) tree.read.insert(at, place);
  }
  if (*branch == kUnknown) *branch = result ? kTrue : kFalse;
  if (*branch != (result ? kTrue : kFalse)) FailImpure(function, marking);
}

void StateFunctionMemo::FailImpure(StateFunctionId function, const MarkingView& marking) const {
  std::string read;
  for (const PlaceId place : reads_) {
    read += fmt::format("{}M.{} = {}", read.empty() ? ", with " : ", ", net_->places()[place].name,
                        multisets_->Format(marking.At(place)));
  }
  throw ModelError(functions_->Where(function),
                   "impure state function: asked again, it does not answer the same" + read +
                       "; what it yields must depend on nothing but the marking");
}

void StateFunctionMemo::Reserve(std::size_t branches) {
  std::size_t size = slots_.size();
  while ((used_ + branches) * 4 > size * 3) size *= 2;
  if (size == slots_.size()) return;
  if (size * sizeof(Slot) + places_.size() * sizeof(PlaceId) > memo_bytes_) {
    for (Tree& tree : trees_) tree.root = kUnknown;
    places_.clear();
    used_ = 0;
    std::ranges::fill(slots_, Slot{});
    while (branches * 4 > slots_.size() * 3) slots_.resize(slots_.size() * 2);
    return;
  }
  std::vector<Slot> old(size);
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.key != kNoKey) slots_[Find(slot.key)] = slot;
  }
}

}  // namespace cpn::ctl
