// The sessions of a run: one with each system that a selected case is for.
//
// Thread-safe: cases run side by side.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "adapter/selection.h"
#include "adapter/system_driver.h"
#include "adapter/verdict.h"

namespace adapter {

class Sessions {
 public:
  /// Opens them in the order of the drivers, since one may have to begin before others do. The plan
  /// and the drivers must outlive this. Throws InputError.
  Sessions(const Plan& plan, const SystemDrivers& drivers, const RunOptions& options);

  /// Runs a case of the plan; `seed` decides every free choice in it.
  Verdict Run(const SelectedCase& selected, std::uint64_t seed) const;

  /// Has the cases that run end soon, since the run is interrupted.
  void Stop() const;

 private:
  std::map<const SystemDriver*, std::unique_ptr<Session>> sessions_;
};

}  // namespace adapter
