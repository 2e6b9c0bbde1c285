// What the arcs of a space that ranks share show, as each rank sees its own, and as one table that
// is the same on all.
//
// How it works: a label of a rank is its own number for it and the rank, in one. With each goes the
// first arc that has it, so that all ranks number labels as one process does that meets arc after
// arc.
// Thread safety: one per rank.
#pragma once

#include <cstdint>
#include <vector>

#include "cpn/distributed/labelled_walk.h"
#include "cpn/distributed/rank.h"
#include "cpn/lua/lua_model.h"
#include "generator/case_end.h"
#include "generator/label_table.h"
#include "generator/observer.h"

namespace generator {

class ObservedLabels final : public cpn::distributed::ArcLabels {
 public:
  /// All must outlive it; `specification` is one of the model's, which `rank` explores.
  ObservedLabels(cpn::distributed::Rank& rank, cpn::lua::LuaModel& model,
                 cpn::lua::TestSpecification& specification);

  bool IsEnd(cpn::NodeId node) override;
  std::uint32_t LabelOf(cpn::BindingElementId element, cpn::NodeId source,
                        std::uint32_t index) override;
  bool LeadsOut(cpn::BindingElementId element) override { return end_.IsBehind(element); }

  /// Each label so far, for LabelsOfRanks.
  std::vector<char> Bytes() const;

 private:
  cpn::distributed::Rank& rank_;
  Observer observer_;
  CaseEnd end_;
  std::vector<std::uint64_t> first_;  // by label: number of the source, index
};

/// A label of a rank and the rank, as one number, and taken apart again.
inline std::uint32_t WithRank(LabelId label, unsigned rank, unsigned ranks) {
  return label * ranks + rank;
}
inline LabelId LabelIn(std::uint32_t label, unsigned ranks) { return label / ranks; }
inline unsigned RankIn(std::uint32_t label, unsigned ranks) { return label % ranks; }

class LabelsOfRanks {
 public:
  /// `of_ranks` are ObservedLabels::Bytes() of each.
  LabelsOfRanks(const std::vector<std::vector<char>>& of_ranks, cpn::ValueStore& values);

  /// The label that all ranks know, of one that ObservedLabels gave out.
  LabelId Of(std::uint32_t label) const {
    const auto ranks = static_cast<unsigned>(numbers_.size());
    return numbers_[RankIn(label, ranks)][LabelIn(label, ranks)];
  }
  const LabelTable& table() const { return table_; }

 private:
  std::vector<std::vector<LabelId>> numbers_;  // by rank and its number
  LabelTable table_;
};

}  // namespace generator
