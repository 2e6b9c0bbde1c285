// Who makes the choices. A strategy sees the enabled options and picks one; it knows neither the
// system nor its state.
//
// Invariants: what a strategy picks depends on its seed, the iteration and what it is shown, so
// that the same call gives the same execution on every machine.
// Thread safety: none; each worker has strategies of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "systematic/option.h"

namespace systematic {

class Names;

class Strategy {
 public:
  /// What Pick() returns instead of an index: the execution ends here, judged by nobody.
  static constexpr std::size_t kStop = static_cast<std::size_t>(-1);

  /// What Pick() returns when it wants nothing of what is enabled to happen: as if nothing were.
  static constexpr std::size_t kQuiet = static_cast<std::size_t>(-2);

  virtual ~Strategy() = default;

  /// As it is written on a command line: "pct:3". Of a portfolio, the strategy of this iteration.
  virtual std::string name() const = 0;
  /// An execution begins. False when nothing is left to try.
  virtual bool Begin(std::uint64_t iteration) = 0;
  /// The index of the option that runs, kStop or kQuiet. `enabled` is sorted by key and not empty.
  virtual std::size_t Pick(std::span<const Option> enabled) = 0;
  /// A value below `n`, which is at least 2.
  virtual std::uint64_t Choose(const Key& key, std::uint64_t n) = 0;
  /// Whether nothing stays enabled for ever without running from here on, if the strategy goes on
  /// as it does now. Only then a long wait is a violation.
  virtual bool fair() const = 0;

  /// Whether an iteration depends on what happened in those before. Such a strategy runs in one
  /// worker, from the first iteration on.
  virtual bool learns() const { return false; }
  /// Harness::Heal() is about to be called.
  virtual void Heal() {}
  /// The names behind the keys of the execution that begins; valid until it ends.
  virtual void Use(const Names& names) { static_cast<void>(names); }
  /// Whether SetState() is to be called before each Pick().
  virtual bool wants_state() const { return false; }
  /// A hash of all that decides how the execution goes on; 0 when it cannot be known.
  virtual void SetState(std::uint64_t hash) { static_cast<void>(hash); }
};

/// What a strategy is made for.
struct StrategyContext {
  std::uint64_t seed = 1;
  std::uint64_t length = 100;     ///< k: options that an execution takes, about
  std::uint64_t prefix = 10'000;  ///< N: choices after which a fair suffix begins
};

/// Makes a strategy; called once a worker.
using MakeStrategy = std::function<std::unique_ptr<Strategy>(const StrategyContext&)>;

}  // namespace systematic
