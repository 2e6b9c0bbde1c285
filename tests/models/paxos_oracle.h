// What must hold in the state space of a Paxos model (models/paxos or a variant of it), computed
// from the markings themselves, without the model's own properties: the second opinion on them.
//
// Definitions: a value is chosen in a marking when a quorum of acceptors has a vote for it in one
// round; learned, when a learner or a client has it or will have it, since a Commit is on its way.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "cpn/explore/state_space.h"
#include "cpn/lua/lua_model.h"

namespace models {

using Values = std::set<std::string>;

/// Reads markings of one Paxos model; the model must outlive it.
class PaxosView {
 public:
  explicit PaxosView(cpn::lua::LuaModel* model);

  Values Proposed(const cpn::Marking& marking) const;
  Values Chosen(const cpn::Marking& marking) const;
  Values Learned(const cpn::Marking& marking) const;
  /// The number of clients that have an answer.
  std::uint64_t Answered(const cpn::Marking& marking) const;

  std::uint64_t clients() const { return clients_; }

 private:
  cpn::PlaceId Find(const std::string& name) const;
  Values Texts(const cpn::Marking& marking, cpn::PlaceId place, std::size_t component) const;

  cpn::lua::LuaModel* model_;
  cpn::PlaceId requests_;
  cpn::PlaceId acceptors_;
  cpn::PlaceId commits_;
  cpn::PlaceId learned_;
  cpn::PlaceId answers_;
  std::uint64_t clients_ = 0;
  std::uint64_t quorum_ = 0;
};

/// What went wrong; empty when nothing did.
struct PaxosVerdict {
  std::uint64_t dead_markings = 0;
  std::uint64_t not_proposed = 0;    ///< markings with a chosen value that no client proposed
  std::uint64_t disagreements = 0;   ///< ... that choose a value after another one on some path
  std::uint64_t not_chosen = 0;      ///< ... with a learned value that is not chosen
  std::uint64_t without_answer = 0;  ///< dead markings where a client has no answer
};

PaxosVerdict Examine(cpn::lua::LuaModel& model, const cpn::StateSpace& space);

}  // namespace models
