// The cases of all paths of a space that ranks share, each rank finding those of its own markings.
//
// What path_cases.h computes, computed where the markings are: the family of a marking is known
// when those of all its successors are. Then it goes to the owners of the markings before it, as a
// diagram of which each rank is told each node once, and what it gives them is theirs to compute.
// So it goes on, sinks first, in rounds in which each rank does all that it can, until nothing is
// left but markings from which a cycle can be reached, which no rank can decide alone. These go to
// rank 0, as a graph of numbers with the families that they have so far, and path_cases.h does the
// rest.
//
// Invariant: the cases are those of one process, since families are canonical.
// Thread safety: one per rank.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cpn/distributed/transport.h"
#include "generator/case_set.h"
#include "generator/path_cases.h"
#include "generator/together/family_messages.h"
#include "generator/together/incoming_arcs.h"
#include "generator/together/observed_labels.h"

namespace generator {

class SharedFamilies {
 public:
  /// All must outlive it. `labels` are the observations of those that all ranks know.
  /// `owns_initial`: own marking 0 is the initial one.
  SharedFamilies(cpn::distributed::Transport* transport, const IncomingArcs* arcs,
                 const std::vector<std::vector<ObservationId>>* labels, CaseOrder order,
                 bool owns_initial);

  /// Collective, once: the cases, at rank 0; nothing on the others.
  std::optional<PathCases> TogetherFind();

 private:
  /// What rank 0 puts together of that which is left.
  struct Rest;

  CaseFamily Extended(CaseFamily family, std::uint32_t label) {
    return cases_.Extend(family, items_.OfLabel(LabelIn(label, transport_->ranks())));
  }
  void Absorb(std::uint32_t node, CaseFamily family) {
    families_[node] = cases_.families().Union(families_[node], family);
  }
  void Begin();
  void Resolve();
  void Receive(unsigned from, std::span<const char> message);
  void TakeFrom(std::uint32_t node, CaseFamily family, std::uint32_t label);
  void TogetherSendRest(Rest& rest);
  void TogetherSendFamilies(Rest& rest);

  cpn::distributed::Transport* transport_;
  const IncomingArcs* arcs_;
  const std::vector<std::vector<ObservationId>>* labels_;
  bool owns_initial_;
  CaseItems items_;
  CaseSet cases_;
  std::vector<FamilyWriter> writers_;  // by rank
  std::vector<FamilyReader> readers_;  // likewise
  // By own marking:
  std::vector<CaseFamily> families_;
  std::vector<std::uint32_t> open_;   // arcs to markings whose families are not known
  std::vector<std::uint32_t> ready_;  // known, and the markings before have not been told
};

}  // namespace generator
