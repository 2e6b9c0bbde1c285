// What the contest's formulas say of single markings of an explored space.
//
// How it works: which transitions can fire in a marking, its arcs say; the number of tokens of a
// place marking is counted once. Neither is found out before a formula asks for it.
// Thread safety: none; as the net's engine.
#pragma once

#include <cstdint>
#include <vector>

#include "cpn/explore/state_space.h"
#include "mcc/formula.h"
#include "mcc/loaded_net.h"

namespace mcc {

class MarkingFacts {
 public:
  /// Both must outlive it.
  MarkingFacts(LoadedNet& net, const cpn::StateSpace& space);

  void MoveTo(cpn::NodeId node);
  /// Does a formula without paths hold in the marking of the node? Requires that the node is
  /// expanded if the formula asks what can fire.
  bool Holds(const Formula& formula);

 private:
  std::int64_t ValueOf(const Number& number);
  std::uint64_t TokensOf(std::size_t place);
  bool CanFire(std::size_t transition);
  void ReadArcs();

  LoadedNet& net_;
  const cpn::StateSpace& space_;
  cpn::NodeId node_ = 0;
  // Of the marking, where they are as new as it: tokens by place, whether it can fire by
  // transition. The node's number plus one says how new.
  struct Fact {
    std::uint64_t number = 0;
    std::uint64_t of_node = 0;
  };
  std::vector<Fact> tokens_;             // by index into the PNML net's places
  std::vector<std::uint64_t> can_fire_;  // by transition of the engine's net
  std::uint64_t arcs_of_ = 0;            // whose arcs were read
  std::vector<std::uint64_t> sizes_;     // of place markings, by id, plus one; 0: not known
  std::vector<cpn::TransitionId> transition_of_;  // by binding element, plus one; 0: not known
};

}  // namespace mcc
