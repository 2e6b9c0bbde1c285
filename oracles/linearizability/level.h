// The situations in which one operation of a history may return, and those on the way there, each
// kept only if none of the others stands for it.
//
// Situations come out by how many operations that never returned they have taken, fewest first.
// Open addressing by what is done and the state. Not thread-safe.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/split_mix64.h"

namespace oracles::linearizability {

template <typename State>
class Level {
 public:
  /// What has been taken, as bits of what is under way, and the state after it.
  struct Situation {
    std::uint64_t changed = 0;  ///< operations that may have changed the state
    std::uint64_t read = 0;     ///< operations that changed nothing
    std::uint64_t open = 0;     ///< of those that never returned
    std::size_t path = 0;       ///< how it came to this, for who made it
    State state{};
  };

  /// `returning`: the bit of the operation that returns.
  explicit Level(std::uint64_t returning) : returning_(returning), ready_(65) {}

  /// Keeps a situation, which is valid until the next one is added; nullptr if another one stands
  /// for it. Equal states have equal hashes.
  Situation* Add(Situation situation, std::uint64_t state_hash) {
    if (kept_.size() * 2 >= slots_.size()) Grow();
    const std::uint64_t hash = base::MixBits(situation.changed ^ base::MixBits(state_hash + 1));
    std::size_t slot = hash & (slots_.size() - 1);
    for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1)) {
      Kept& other = kept_[slots_[slot] - 1];
      if (other.hash != hash || other.situation.changed != situation.changed ||
          !(other.situation.state == situation.state)) {
        continue;
      }
      if (StandsFor(other.situation, situation)) return nullptr;
      if (StandsFor(situation, other.situation)) other.needed = false;
    }
    ready_[static_cast<std::size_t>(std::popcount(situation.open))].push_back(kept_.size());
    kept_.push_back({hash, std::move(situation), true});
    slots_[slot] = kept_.size();
    return &kept_.back().situation;
  }

  /// One that has not come out yet; nothing when all have.
  std::optional<std::size_t> Next() {
    for (std::vector<std::size_t>& ready : ready_) {
      while (!ready.empty()) {
        const std::size_t next = ready.back();
        ready.pop_back();
        if (kept_[next].needed) return next;
      }
    }
    return std::nullopt;
  }
  const Situation& at(std::size_t number) const { return kept_[number].situation; }

  /// Those in which the operation has been taken, without its bit.
  std::vector<Situation> Done() {
    std::vector<Situation> done;
    for (Kept& kept : kept_) {
      if (!kept.needed || ((kept.situation.changed | kept.situation.read) & returning_) == 0) {
        continue;
      }
      done.push_back(std::move(kept.situation));
      done.back().changed &= ~returning_;
      done.back().read &= ~returning_;
    }
    return done;
  }

 private:
  static constexpr std::size_t kFree = 0;
  struct Kept {
    std::uint64_t hash;
    Situation situation;
    bool needed;
  };

  static bool StandsFor(const Situation& one, const Situation& other) {
    return (other.read & ~one.read) == 0 && (one.open & ~other.open) == 0;
  }

  void Grow() {
    slots_.assign(std::max<std::size_t>(64, slots_.size() * 2), kFree);
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      std::size_t slot = kept_[i].hash & (slots_.size() - 1);
      while (slots_[slot] != kFree) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = i + 1;
    }
  }

  const std::uint64_t returning_;
  std::vector<Kept> kept_;
  std::vector<std::size_t> slots_;               // places in kept_, from 1; a power of two of them
  std::vector<std::vector<std::size_t>> ready_;  // by how many open operations are taken
};

}  // namespace oracles::linearizability
