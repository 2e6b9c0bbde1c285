#include "adapter/conform/run_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "conformance/limits.h"
#include "conformance/observed_trace.h"
#include "conformance/tracker.h"
#include "conformance/verdict.h"
#include "cpn/lua/lua_model.h"
#include "cpn/lua/specification_choice.h"

namespace adapter {

struct RunJudge::Loaded {
  Loaded(std::unique_ptr<cpn::lua::LuaModel> loaded, cpn::lua::TestSpecification& specification)
      : model(std::move(loaded)), tracker(*model, specification) {}

  std::unique_ptr<cpn::lua::LuaModel> model;
  conformance::Tracker tracker;
};

namespace {

std::unique_ptr<cpn::lua::LuaModel> Load(const std::string& model,
                                         std::map<std::string, std::string> parameters) {
  cpn::lua::LoadOptions options;
  options.parameters = std::move(parameters);
  return cpn::lua::LuaModel::Load(model, options);
}

/// The events that no marking explains, as the trace shows it: marked, and why below it.
void Mark(const conformance::Verdict& found, const std::string& model, trace::Trace& trace) {
  trace.steps.at(*found.step - 1).unexpected = true;
  std::istringstream lines(ToString(*found.misfit));
  std::vector<trace::Remark> remarks;
  for (std::string line; std::getline(lines, line);) {
    remarks.push_back({*found.step, line, remarks.empty() ? model : ""});
  }
  const auto place = std::upper_bound(
      trace.remarks.begin(), trace.remarks.end(), *found.step,
      [](std::size_t step, const trace::Remark& remark) { return step < remark.after; });
  trace.remarks.insert(place, remarks.begin(), remarks.end());
}

std::string WhatMisfits(const conformance::Verdict& found, const std::string& model) {
  return fmt::format("{}: event {}: {} is explained by no marking", model, found.explained + 1,
                     conformance::ToString(found.misfit->event));
}

}  // namespace

bool IsJudged(const LoadedSuite& suite) { return suite.form->whole_system; }

RunJudge::RunJudge(const Plan& plan, const ConformOptions& options) : options_(options) {
  try {
    const auto model = Load(options.model, {});
    for (const cpn::lua::Parameter& parameter : model->parameters()) {
      declared_.push_back(parameter.name);
    }
    bool any = false;
    for (const auto& suite : plan.suites) {
      if (!IsJudged(*suite)) continue;
      any = true;
      PutBack(*suite, Take(*suite));
    }
    if (!any) {
      throw InputError(fmt::format("--conform {}: no case is about a whole system", options.model));
    }
  } catch (const cpn::ModelError& error) {
    throw InputError(error.what());
  }
}

RunJudge::~RunJudge() = default;

RunJudge::Parameters RunJudge::ParametersFor(const LoadedSuite& suite) const {
  Parameters parameters;
  if (const auto& provenance = suite.suite.provenance()) {
    for (const auto& [name, value] : provenance->parameters) {
      if (std::find(declared_.begin(), declared_.end(), name) != declared_.end()) {
        parameters[name] = value;
      }
    }
  }
  for (const auto& [name, value] : options_.parameters) parameters[name] = value;
  return parameters;
}

std::unique_ptr<RunJudge::Loaded> RunJudge::Take(const LoadedSuite& suite) const {
  {
    const std::lock_guard lock(mutex_);
    auto& idle = idle_[&suite];
    if (!idle.empty()) {
      auto loaded = std::move(idle.back());
      idle.pop_back();
      return loaded;
    }
  }
  auto model = Load(options_.model, ParametersFor(suite));
  auto& specification =
      cpn::lua::ChooseSpecification(*model, options_.specification, "--conform-spec");
  return std::make_unique<Loaded>(std::move(model), specification);
}

void RunJudge::PutBack(const LoadedSuite& suite, std::unique_ptr<Loaded> loaded) const {
  const std::lock_guard lock(mutex_);
  idle_[&suite].push_back(std::move(loaded));
}

void RunJudge::Judge(const SelectedCase& selected, Verdict& verdict) const {
  if (!IsJudged(*selected.suite) || verdict.outcome == Outcome::kInconclusive) return;
  const conformance::Sight sight = selected.suite->driver->sight();
  const auto events = conformance::EventsOf(verdict.trace, sight);
  auto loaded = Take(*selected.suite);
  try {
    const conformance::Verdict found = conformance::Judge(loaded->tracker, events, {});
    PutBack(*selected.suite, std::move(loaded));
    verdict.conforms = found.conforms;
    if (found.conforms) return;
    Mark(found, options_.model, verdict.trace);
    if (verdict.outcome != Outcome::kPass) return;
    verdict.outcome = Outcome::kFail;
    verdict.detail = WhatMisfits(found, options_.model);
  } catch (const conformance::LimitReached& error) {
    if (verdict.outcome != Outcome::kPass) return;
    verdict.outcome = Outcome::kInconclusive;
    verdict.detail = error.what();
  } catch (const cpn::ModelError& error) {
    if (verdict.outcome != Outcome::kPass) return;
    verdict.outcome = Outcome::kInconclusive;
    verdict.detail = error.what();
  }
}

}  // namespace adapter
