// The cases of one store with each item replaced by others, in the same store or another one.
//
// Invariant: each node of a diagram is mapped once.
// Thread safety: as the stores.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "generator/case_families.h"

namespace generator {

class FamilyMap {
 public:
  /// What stands for an item, in the order in which it is observed; valid until the next call.
  using Replace = std::function<const std::vector<CaseFamilies::Item>&(CaseFamilies::Item)>;

  /// Both must outlive it; they may be the same, and are of the same order.
  FamilyMap(const CaseFamilies* from, CaseFamilies* to, Replace replace)
      : from_(from), to_(to), replace_(std::move(replace)) {}

  CaseFamily Of(CaseFamily family);

 private:
  CaseFamily Known(CaseFamily family) const;
  /// The nodes of the diagram that have not been mapped, children first.
  std::vector<std::uint32_t> UnknownNodes(CaseFamily family) const;

  const CaseFamilies* from_;
  CaseFamilies* to_;
  Replace replace_;
  std::unordered_map<std::uint32_t, CaseFamily> known_;
};

}  // namespace generator
