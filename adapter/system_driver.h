// The seam between the adapter and a system under test: what kinds of cases the system has, which
// faults, what of it coverage counts, and how a case is run. Everything behind it may know a
// protocol, nothing before it does.
//
// Life: a SystemDriver is there for the whole program; Open begins a session, with which cases run;
// the session ends before the driver.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "adapter/case_form.h"
#include "adapter/coverage/coverage_table.h"
#include "adapter/faults/fault_vocabulary.h"
#include "adapter/options.h"
#include "adapter/verdict.h"
#include "conformance/sight.h"
#include "suite/suite.h"

namespace adapter {

namespace online {
class Subject;
}

/// Runs cases. Thread-safe: cases run side by side.
class Session {
 public:
  virtual ~Session() = default;
  /// Runs a case of the suite, of the kind with that form, which Check() accepted. `seed` decides
  /// every free choice in it. What it throws makes the case inconclusive.
  virtual Verdict Run(const suite::Suite& suite, const CaseForm& form, const suite::Case& test,
                      std::uint64_t seed) = 0;
  /// The run is interrupted: cases that run should end soon, whatever becomes of them, and leave
  /// nothing behind. Does nothing where they end soon by themselves. Thread-safe.
  virtual void Stop() {}
};

/// One thing that a driver must do, and whether it does.
struct DriverCheck {
  std::string what;     ///< "hello is answered with ready"
  std::string problem;  ///< what it did instead; empty: all is well
};

/// Immutable; safe from any thread.
class SystemDriver {
 public:
  virtual ~SystemDriver() = default;

  /// "quorum": as options and reports name the system.
  virtual std::string name() const = 0;
  /// The kinds of its cases. An element that is not shared tells the kind of its case.
  virtual const std::vector<CaseForm>& forms() const = 0;
  /// Whether cases of any elements are its cases, all of its one form.
  virtual bool takes_any_case() const { return false; }
  /// A kind for people: lines that list its elements, what is in each, and how many there are.
  virtual std::string Description(const CaseForm& form) const = 0;
  /// The XML schema of suites of that kind.
  virtual std::string Schema(const CaseForm& form) const = 0;
  /// Reads all cases of the suite as cases of that kind, so that what is wrong with any is said
  /// before something runs. Throws base::ParseError.
  virtual void Check(const suite::Suite& suite, const CaseForm& form) const = 0;
  /// Empty when cases can ask for none.
  virtual FaultVocabulary faults() const = 0;
  virtual std::vector<CoverageRule> coverage_rules() const = 0;
  /// What of its cases' traces a model of the system judges (--conform).
  virtual conformance::Sight sight() const { return {}; }
  /// Whether the program that drives the system keeps to the driver protocol; empty where there is
  /// none.
  virtual std::vector<DriverCheck> CheckDriver() const { return {}; }
  /// Throws InputError when cases cannot run as `options` say.
  virtual std::unique_ptr<Session> Open(const RunOptions& options) const = 0;
  /// For online testing; null where a system has no such runs. The subject ends before the driver.
  /// Throws InputError when the system does not start.
  virtual std::unique_ptr<online::Subject> OpenOnline() const;
};

using SystemDrivers = std::vector<std::unique_ptr<SystemDriver>>;

/// Makes the driver of a system that is not in the box. Throws InputError.
using SystemLoader = std::function<std::unique_ptr<SystemDriver>(const SystemOptions& system)>;

}  // namespace adapter
