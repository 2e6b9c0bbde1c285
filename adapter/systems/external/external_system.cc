#include "adapter/systems/external/external_system.h"

#include <fmt/format.h>

#include <utility>

#include "adapter/input_error.h"
#include "adapter/systems/external/case_run.h"
#include "adapter/systems/external/driver_check.h"
#include "adapter/systems/external/fault_actions.h"
#include "adapter/systems/external/instances.h"
#include "adapter/systems/external/offers.h"
#include "adapter/systems/external/online_subject.h"
#include "adapter/systems/external/system_file.h"

namespace adapter {
namespace external {
namespace {

class ExternalSession : public Session {
 public:
  /// A system that does not start at all is found before the first case.
  ExternalSession(const SystemDescription& system, const RunOptions& options)
      : system_(system),
        timeout_(options.timeout),
        keeps_logs_(!options.trace.empty()),
        keeps_all_logs_(keeps_logs_ && options.verbose),
        instances_(system) {
    try {
      instances_.Take().UseAgain(true);
    } catch (const SystemError& error) {
      throw InputError(fmt::format("{}: the system does not start: {}", system.file, error.what()));
    }
  }

  Verdict Run(const suite::Suite& suite, const CaseForm&, const suite::Case& test,
              std::uint64_t seed) override {
    try {
      Instances::Lease lease = instances_.Take();
      CaseRunOutcome outcome = RunCase(system_, lease.instance(), suite, test, seed, timeout_);
      lease.UseAgain(system_.reuse != Reuse::kNever && outcome.is_reusable);
      const bool passed = outcome.verdict.outcome == Outcome::kPass;
      if (passed ? keeps_all_logs_ : keeps_logs_) {
        outcome.verdict.logs = lease.instance().LogsSinceMark();
      }
      if (instances_.stopped()) {
        outcome.verdict.outcome = Outcome::kInconclusive;
        outcome.verdict.detail = "the run was interrupted";
      }
      return std::move(outcome.verdict);
    } catch (const SystemError& error) {
      Verdict verdict;
      verdict.outcome = Outcome::kInconclusive;
      verdict.detail = fmt::format("the system does not start: {}", error.what());
      return verdict;
    }
  }

  void Stop() override { instances_.Stop(); }

 private:
  const SystemDescription& system_;
  const std::chrono::milliseconds timeout_;
  const bool keeps_logs_;      ///< of cases that do not pass
  const bool keeps_all_logs_;  ///< of those that pass, too
  Instances instances_;
};

class ExternalSystem : public SystemDriver {
 public:
  explicit ExternalSystem(SystemDescription system) : system_(std::move(system)) {
    CaseForm form;
    form.name = "case";
    form.article = "a";
    form.meaning = "a case of the system under test";
    form.whole_system = true;
    forms_.push_back(std::move(form));
  }

  std::string name() const override { return system_.name; }
  const std::vector<CaseForm>& forms() const override { return forms_; }
  bool takes_any_case() const override { return true; }
  std::string Description(const CaseForm&) const override { return DescriptionOf(system_); }
  std::string Schema(const CaseForm&) const override { return ""; }
  std::vector<CoverageRule> coverage_rules() const override { return {}; }

  void Check(const suite::Suite& suite, const CaseForm&) const override {
    for (const suite::Case& test : suite.cases()) CheckSteps(suite, suite::StepsOf(suite, test));
  }

  FaultVocabulary faults() const override { return FaultsOf(system_); }
  std::vector<DriverCheck> CheckDriver() const override { return external::CheckDriver(system_); }

  std::unique_ptr<Session> Open(const RunOptions& options) const override {
    return std::make_unique<ExternalSession>(system_, options);
  }

  std::unique_ptr<online::Subject> OpenOnline() const override { return OpenSubject(system_); }

 private:
  void CheckSteps(const suite::Suite& suite, const std::vector<suite::Step>& steps) const {
    for (const suite::Step& step : steps) {
      for (const xml::Element& stimulus : step.stimuli) CheckFault(suite, stimulus);
      for (const suite::Alternative& alternative : step.alternatives) {
        CheckSteps(suite, alternative.rest);
      }
    }
  }

  void CheckFault(const suite::Suite& suite, const xml::Element& stimulus) const {
    const FaultDescription* const fault = system_.FindFault(stimulus.name);
    if (fault == nullptr) return;
    try {
      DeedsOf(*fault, stimulus, system_);
    } catch (const FaultError& error) {
      suite.Check(stimulus).Fail(
          error.what(), fmt::format("{} says what fault {} means", system_.file, fault->name));
    }
  }

  const SystemDescription system_;
  std::vector<CaseForm> forms_;
};

}  // namespace
}  // namespace external

std::unique_ptr<SystemDriver> MakeExternalSystem(const SystemOptions& options) {
  return std::make_unique<external::ExternalSystem>(
      external::ReadSystemFile(options.file, options.parameters));
}

}  // namespace adapter
