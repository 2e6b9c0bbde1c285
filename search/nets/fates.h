// What can still come to hold from each marking, for sure: where all markings of a net fit, no walk
// has to be trusted.
//
// A marking is, of a condition F,
//   dead                   if no run from it comes to where F holds;
//   doomed                 if no run from it has F again and again (one that ends repeats its last
//                          marking);
//   almost surely doomed   if every run that leaves nothing out for ever, when it can be had
//                          again and again, ends up where F holds no more: every strong component
//                          that it cannot leave is without F.
// Dead ones are doomed, doomed ones almost surely doomed. A marking is dead without faults if no
// run without a transition of the kind "fault" comes to where F holds: a second crash is no cure.
//
// Cost: O(markings + arcs) of time and memory for each property.
// Thread safety: plain values; building uses the system.
// Source: Killian et al., NSDI 2007, for dead and critical; the others are ours, and are those of
// Clarke, Grumberg, Peled, "Model Checking" (1999), 6.5: components and fairness.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "search/critical.h"
#include "search/nets/net_system.h"

namespace search::nets {

/// The markings that follow from the initial one, in the order in which a breadth-first search
/// meets them: 0 is the initial one. Choices of a NetSystem are the arcs of a node in order.
class Graph {
 public:
  struct Arc {
    std::uint32_t target = 0;
    cpn::TransitionId transition = 0;
    bool is_fault = false;
  };

  /// Nothing: there are more than `states`, or more than the system may keep. The system is at its
  /// start afterwards. Throws base::StopError and ModelError.
  static std::optional<Graph> Of(NetSystem& system, std::uint64_t states);

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(live_.size()); }
  std::span<const Arc> Out(std::uint32_t node) const {
    return std::span(arcs_).subspan(first_[node], first_[node + 1] - first_[node]);
  }
  /// The liveness properties whose condition holds there.
  Properties Live(std::uint32_t node) const { return live_[node]; }
  std::uint64_t arcs() const { return arcs_.size(); }
  /// The marking that the choices lead to. Requires that they can be chosen.
  std::uint32_t At(std::span<const Choice> choices) const;

 private:
  std::vector<Properties> live_;
  std::vector<std::uint64_t> first_;
  std::vector<Arc> arcs_;
};

/// Of one property.
struct Fates {
  std::vector<bool> is_dead;
  std::uint64_t dead = 0;
  std::uint64_t doomed = 0;
  std::uint64_t surely_doomed = 0;        ///< almost surely doomed
  std::uint64_t dead_without_faults = 0;  ///< as many as dead ones where no kind is a fault
  /// The steps that enter a dead marking, by transition: how many arcs.
  std::map<cpn::TransitionId, std::uint64_t> critical;
  /// A shortest run to a dead marking; empty: there is none, or the initial one is.
  Choices shortest;
};
Fates FatesOf(const Graph& graph, std::size_t property);

/// A shortest run from the marking to where the property's condition holds; nothing: it is dead.
std::optional<Choices> RecoveryFrom(const Graph& graph, std::size_t property, std::uint32_t node);

/// What an answer of walks is worth.
enum class Agreement : std::uint8_t {
  kExact,          ///< the step is the one, or there is nothing and nothing was said to be
  kEarly,          ///< the step that was named can be recovered from
  kLate,           ///< an error of the search: what recovers was said to be dead
  kFalsePositive,  ///< the execution never enters a dead marking
  kUndecided,      ///< it does, and the walks or the execution were too short to tell
};
struct Comparison {
  Agreement agreement = Agreement::kExact;
  std::optional<std::uint64_t> exact;  ///< the critical step of the suspect; nothing: none
};
/// The critical transition that walks found of the suspect, against all markings.
Comparison Compare(const Graph& graph, const Fates& fates, const Suspect& suspect,
                   const Critical& critical);
/// "early by 2", and so on.
std::string ToString(const Comparison& comparison, const Critical& critical);

}  // namespace search::nets
