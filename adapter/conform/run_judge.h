// Are the runs of cases runs of a model? Each case's trace is given to the model, which says which
// event it does not explain, and why (conformance/).
//
// The model gets its parameters from the suite: those that the suite was generated with and that
// the model has, too. Cases that test one part alone are not judged, since the model is of the
// whole system.
// Invariant: a verdict depends on the case's trace alone, not on what was judged before.
// Thread-safe: each worker takes a loaded model and puts it back.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "adapter/options.h"
#include "adapter/selection.h"
#include "adapter/verdict.h"

namespace adapter {

class RunJudge {
 public:
  /// Loads the model for each suite of the plan once, so that what is wrong with it is said before
  /// something runs. Throws InputError. The plan must outlive this.
  RunJudge(const Plan& plan, const ConformOptions& options);
  ~RunJudge();

  /// A pass becomes a failure when the model does not explain the trace; of what failed already,
  /// the trace says where the model objects. A model that fails or needs too many markings makes a
  /// pass inconclusive.
  void Judge(const SelectedCase& selected, Verdict& verdict) const;

 private:
  struct Loaded;
  using Parameters = std::map<std::string, std::string>;

  std::unique_ptr<Loaded> Take(const LoadedSuite& suite) const;
  void PutBack(const LoadedSuite& suite, std::unique_ptr<Loaded> loaded) const;
  Parameters ParametersFor(const LoadedSuite& suite) const;

  const ConformOptions options_;
  std::vector<std::string> declared_;  // the parameters that the model has
  mutable std::mutex mutex_;
  mutable std::map<const LoadedSuite*, std::vector<std::unique_ptr<Loaded>>> idle_;
};

/// Whether --conform judges the cases of a suite.
bool IsJudged(const LoadedSuite& suite);

}  // namespace adapter
