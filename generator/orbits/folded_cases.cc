#include "generator/orbits/folded_cases.h"

#include <map>
#include <set>
#include <utility>

#include "generator/orbits/family_map.h"
#include "generator/propagation.h"

namespace generator {
namespace {

/// Arcs that show their item, and what is behind them permuted.
class FoldedArcs {
 public:
  FoldedArcs(const FoldedGraph& folded, CaseFamilies& families)
      : folded_(folded), families_(families) {}

  CaseFamily Extend(CaseFamily behind, LabelId label) {
    const FoldedStep& step = folded_.steps[label];
    const CaseFamily image =
        step.permutation == kIdentity ? behind : MapOf(step.permutation).Of(behind);
    return step.item ? families_.Extend(image, *step.item) : image;
  }

  /// What can be observed from each member on, until it grows no more.
  void Stay(const ObservedGraph& graph, std::span<const std::uint32_t> members,
            std::vector<CaseFamily>& family) {
    std::map<std::uint32_t, std::set<OrbitItem>> all;
    for (bool grows = true; grows;) {
      grows = false;
      for (const std::uint32_t node : members) {
        std::set<OrbitItem>& items = all[node];
        const std::size_t before = items.size();
        for (const ObservedArc& arc : graph.Out(node)) Take(arc, all[arc.target], items);
        grows = grows || items.size() > before;
      }
    }
    for (const std::uint32_t node : members) {
      family[node] = families_.EmptyCase();
      const std::set<OrbitItem>& items = all[node];
      for (auto item = items.rbegin(); item != items.rend(); ++item) {
        family[node] = families_.Extend(family[node], *item);
      }
    }
  }

 private:
  void Take(const ObservedArc& arc, const std::set<OrbitItem>& behind, std::set<OrbitItem>& items) {
    const FoldedStep& step = folded_.steps[arc.label];
    if (step.item) items.insert(*step.item);
    const std::vector<OrbitItem> taken(behind.begin(), behind.end());  // it may be `items`
    for (const OrbitItem item : taken) items.insert(folded_.image(step.permutation, item));
  }

  FamilyMap& MapOf(PermutationId permutation) {
    const auto found = maps_.find(permutation);
    if (found != maps_.end()) return found->second;
    const auto replace = [this, permutation, image = std::vector<OrbitItem>(1)](
                             OrbitItem item) mutable -> const std::vector<OrbitItem>& {
      image[0] = folded_.image(permutation, item);
      return image;
    };
    return maps_.emplace(permutation, FamilyMap(&families_, &families_, replace)).first->second;
  }

  const FoldedGraph& folded_;
  CaseFamilies& families_;
  std::map<PermutationId, FamilyMap> maps_;
};

}  // namespace

PathCases FindFoldedCases(const FoldedGraph& folded,
                          const std::vector<std::vector<ObservationId>>& labels, CaseOrder order) {
  CaseFamilies families(order);
  FoldedArcs arcs(folded, families);
  Propagation propagation(folded.graph, {}, families, arcs);
  const CaseItems items(labels);
  CaseSet cases(order, items);
  if (order == CaseOrder::kSequence) {
    const auto repeated =
        propagation.LabelOnCycle([&](LabelId label) { return !folded.steps[label].item; });
    // In the whole graph there are cycles with every image of the item.
    if (repeated) {
      return {std::move(cases), folded.label_in_orbit[*folded.steps[*repeated].item], 0};
    }
  }
  propagation.Run([](std::uint32_t) { return false; });
  FamilyMap shown(&families, &cases.families(),
                  [&](OrbitItem item) -> const std::vector<CaseFamilies::Item>& {
                    return items.OfLabel(folded.label_of[item]);
                  });
  cases.SetCases(shown.Of(propagation.Of(0)));
  return {std::move(cases), std::nullopt, propagation.endless_components()};
}

}  // namespace generator
