// How surely something fails that depends on chance: systems are not deterministic, and a run that
// failed once may never do so again.
//
// Thread safety: as what is tried.
#pragma once

#include <functional>

namespace adapter::online {

/// How often something was tried, and how often it failed.
struct Certainty {
  int tries = 0;
  int failed = 0;

  /// It failed each time, or but once in kMostTries.
  bool IsSure() const { return tries > 0 && failed * kMostTries >= tries * (kMostTries - 1); }
  /// Often enough to be met again with a few tries: at least in two of five.
  bool FailsAgain() const { return tries > 0 && failed * 5 >= tries * 2; }
  /// It fails more often than the other, as far as is known.
  bool IsMoreThan(const Certainty& other) const {
    return failed * other.tries > other.failed * tries || (other.tries == 0 && failed > 0);
  }

  static constexpr int kMostTries = 5;
  static constexpr int kEnough = 3;  ///< failures, if it never passed
};

/// How often a thing must be tried so that it fails once with a probability of 99%, at most 100
/// times. Where it never failed: as if it did once in ten.
int TriesToFail(const Certainty& certainty);

/// Tries until it is known how surely it fails: kMostTries times, fewer where it fails each time,
/// and where it passes more often than `passes_allowed`; none once `is_over`. `fails` tries, says
/// whether it failed, and may throw.
Certainty Measure(const std::function<bool()>& fails, const std::function<bool()>& is_over,
                  int passes_allowed = Certainty::kMostTries);

}  // namespace adapter::online
