// Histories of operations that clients asked a system for at the same time, and the sequential
// specifications that they are held against.
//
// Plain values. Moments are numbers that grow: steps of a run, nanoseconds of one clock.
// Thread safety: none; who records from several threads has a lock, and takes it around the moment,
// too.
#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace oracles::linearizability {

/// What a system does when operations come one after the other. `Apply` says whether `operation`
/// may happen in `state` and have this result (nullptr: any); `state` is then the one after it,
/// and of no meaning otherwise. Operations that wait (of a queue, for a decision) may not happen
/// until what they wait for is there. Equal states have equal hashes.
///
/// A specification with `KeyOf(operation)` says that operations on different keys have nothing to
/// do with each other: the history is checked key by key, and State is that of one key. Keys have
/// an order (<).
///
/// `OnlyReads(operation, result, state)`, if there is one, says that an operation with that result
/// changes neither `state` nor any state that can follow it. It makes checks much faster.
template <typename Spec>
concept Specification = std::equality_comparable<typename Spec::State> &&
    std::copyable<typename Spec::State> &&
    requires(const Spec& spec, typename Spec::State& state,
             const typename Spec::Operation& operation, const typename Spec::Result* result) {
  { spec.Initial() } -> std::same_as<typename Spec::State>;
  { spec.Apply(state, operation, result) } -> std::same_as<bool>;
  { spec.Hash(state) } -> std::convertible_to<std::uint64_t>;
};

/// One operation from its call to its return. It took effect at some moment between the two; one
/// that never returned took effect at some moment after its call, or not at all.
template <typename Spec>
struct Call {
  int client = 0;  ///< who asked, for people
  typename Spec::Operation operation;
  std::optional<typename Spec::Result> result;  ///< nothing: it never returned
  std::uint64_t called = 0;
  std::uint64_t returned = 0;  ///< only with a result; a call at the same moment comes before it
};

/// The calls of a run, in any order.
template <typename Spec>
using History = std::vector<Call<Spec>>;

/// Writes a history down while it happens. Moments are the calls and returns themselves: 1, 2, ...
template <typename Spec>
class Recorder {
 public:
  using Id = std::size_t;

  /// A client asks for an operation now. The id is for its return.
  Id Called(int client, typename Spec::Operation operation) {
    history_.push_back({client, std::move(operation), std::nullopt, ++moment_, 0});
    return history_.size() - 1;
  }
  /// The operation returns now. Once per id.
  void Returned(Id id, typename Spec::Result result) {
    Call<Spec>& call = history_.at(id);
    assert(!call.result);
    call.result = std::move(result);
    call.returned = ++moment_;
  }
  const History<Spec>& history() const { return history_; }

 private:
  History<Spec> history_;
  std::uint64_t moment_ = 0;
};

}  // namespace oracles::linearizability
