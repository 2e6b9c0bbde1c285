#include "generator/orbits/family_map.h"

#include <algorithm>
#include <unordered_set>

namespace generator {

CaseFamily FamilyMap::Known(CaseFamily family) const {
  return CaseFamilies::IsTerminal(family) ? family : known_.at(family.id);
}

std::vector<std::uint32_t> FamilyMap::UnknownNodes(CaseFamily family) const {
  std::vector<std::uint32_t> nodes, stack{family.id};
  std::unordered_set<std::uint32_t> seen;
  while (!stack.empty()) {
    const CaseFamily next{stack.back()};
    stack.pop_back();
    if (CaseFamilies::IsTerminal(next) || known_.contains(next.id)) continue;
    if (!seen.insert(next.id).second) continue;
    nodes.push_back(next.id);
    const CaseFamilies::Parts parts = from_->PartsOf(next);
    stack.push_back(parts.without.id);
    stack.push_back(parts.with.id);
  }
  std::ranges::sort(nodes);  // children are made before their parents
  return nodes;
}

CaseFamily FamilyMap::Of(CaseFamily family) {
  for (const std::uint32_t id : UnknownNodes(family)) {
    const CaseFamilies::Parts parts = from_->PartsOf({id});
    CaseFamily with = Known(parts.with);
    const std::vector<CaseFamilies::Item>& items = replace_(parts.item);
    for (auto item = items.rbegin(); item != items.rend(); ++item) with = to_->Extend(with, *item);
    known_.emplace(id, to_->Union(Known(parts.without), with));
  }
  return Known(family);
}

}  // namespace generator
