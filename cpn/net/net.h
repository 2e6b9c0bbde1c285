// The net that runs: a model with its hierarchy flattened once. Immutable after Flatten(), shared
// by all workers.
//
// Invariants:
//  1. Places that a port assignment or a fusion set makes one are one Place.
//  2. Names carry the instance path: `Workers.Voting.SendVote`; a place that several modules
//     see has the name of the outermost one (its fusion set, for a fusion place).
//  3. A module's own places and transitions come in declaration order, then those of its
//     substitution transitions, in their order. This is the order of every enumeration.
//  4. Every variable of a transition is bound: by a pattern of an input or test arc, by a let, or
//     it ranges over its small colour set.
// Source: Jensen & Kristensen (2009), ch. 5-6.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "cpn/net/model.h"
#include "cpn/values/colour_sets.h"

namespace cpn {

using PlaceId = std::uint32_t;
using TransitionId = std::uint32_t;

/// Beyond it a hierarchy is taken for a mistake.
constexpr std::size_t kMaxInstances = 100'000;

struct Place {
  std::string name;
  ColourSetId type = 0;
  std::vector<MultiSetEntry> initial;
  SourceLocation where;
};

struct Arc {
  ArcKind kind = ArcKind::kInput;
  PlaceId place = 0;
  const ArcDeclaration* declaration = nullptr;  ///< terms and location; owned by the Model
};

struct Transition {
  std::string name;
  ModuleId module = 0;      ///< declared there ...
  std::uint32_t index = 0;  ///< ... as this transition: what an observation of the module names
  std::string instance;     ///< path of the module instance; empty for the top module
  const TransitionDeclaration* declaration = nullptr;
  std::vector<Arc> arcs;                      ///< parallel to declaration->arcs
  std::vector<std::uint32_t> free_variables;  ///< range over their colour sets, in order
};

class Net {
 public:
  const Model& model() const { return *model_; }
  const std::vector<Place>& places() const { return places_; }
  const std::vector<Transition>& transitions() const { return transitions_; }
  /// The place or transition of that full name; nothing when there is none.
  std::optional<PlaceId> FindPlace(std::string_view name) const;
  std::optional<TransitionId> FindTransition(std::string_view name) const;
  /// The place that declaration `place` of `module` became in the module instance with this path.
  std::optional<PlaceId> PlaceOf(ModuleId module, std::uint32_t place,
                                 std::string_view instance) const;

 private:
  friend class Flattener;
  struct Socket {
    ModuleId module;
    std::uint32_t place;
    std::string instance;
    PlaceId id;
    auto Key() const { return std::tie(module, place, instance); }
  };
  const Model* model_ = nullptr;
  std::vector<Place> places_;
  std::vector<Transition> transitions_;
  std::vector<Socket> sockets_;  // sorted by Key()
};

/// Checks the model, modules without instance too, and flattens its hierarchy. `model` must outlive
/// the net.
/// Places that become one may each declare an initial marking; those that do must agree.
/// Throws ModelError for: a port without socket, a port and socket of different colour sets, an
/// assignment to what is no port, a port assigned twice, a module that contains itself, fusion
/// places of different colour sets, an initial token outside its colour set, initial markings of
/// one place that differ, a pattern that cannot match its place's colour set or that has no value
/// where one is built, a variable that nothing binds and whose colour set is not small, a let that
/// depends on itself, a function that reads what is no variable, a reset arc with an inscription,
/// two declarations of one name, more than kMaxInstances module instances.
Net Flatten(const Model& model, ColourSets& colour_sets, Evaluator& evaluator);

}  // namespace cpn
