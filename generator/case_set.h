// The cases of an observed graph, as a family over items: which item is which observation, and the
// cases one after the other.
//
// Thread safety: one thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "generator/case_families.h"
#include "generator/observed_graph.h"

namespace generator {

/// Observations renumbered so that those met first, going breadth first from a node, are the
/// smallest: they stand on top of the diagrams.
class CaseItems {
 public:
  /// Requires: every observation in `graph` is less than the maximum of ObservationId.
  CaseItems(const ObservedGraph& graph, std::uint32_t initial);
  /// For labels whose observations have been numbered as they were met: each is its own item.
  explicit CaseItems(const std::vector<std::vector<ObservationId>>& labels);

  const std::vector<CaseFamilies::Item>& OfLabel(LabelId label) const { return of_label_[label]; }
  /// The observation of each item.
  const std::vector<ObservationId>& observations() const { return observations_; }

 private:
  void Number(const ObservedGraph& graph, LabelId label);

  std::vector<std::vector<CaseFamilies::Item>> of_label_;
  std::vector<std::uint32_t> item_of_;
  std::vector<ObservationId> observations_;
};

class CaseSet {
 public:
  /// `items` is taken from the graph that the families will be about.
  CaseSet(CaseOrder order, const CaseItems& items)
      : order_(order), observations_(items.observations()), families_(order) {}

  CaseOrder order() const { return order_; }
  CaseFamilies& families() { return families_; }
  /// Every case of `family` with the observations of a label in front.
  CaseFamily Extend(CaseFamily family, const std::vector<CaseFamilies::Item>& label);
  /// What Count() and ForEach() are about; no case before this is called.
  void SetCases(CaseFamily cases) { cases_ = cases; }

  /// The number of cases; the maximum of uint64 stands for that many or more.
  std::uint64_t Count() const { return families_.Count(cases_); }
  /// Calls `visit` with each case once, in an order that depends on the graph alone: sets as
  /// increasing numbers, sequences as observed.
  void ForEach(const std::function<void(std::span<const ObservationId>)>& visit) const;

 private:
  CaseOrder order_;
  std::vector<ObservationId> observations_;
  CaseFamilies families_;
  CaseFamily cases_;
};

}  // namespace generator
