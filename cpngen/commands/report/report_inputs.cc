#include "cpngen/commands/report/report_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/characters.h"
#include "base/read_file.h"
#include "cpngen/input_error.h"
#include "cpngen/text.h"
#include "generator/limit_reached.h"

namespace cpngen {
namespace {

using cpn::lua::LuaModel;

void RefuseJunit(const std::string& path, const std::string& bytes) {
  const std::size_t element = bytes.find("<testsuite");
  if (element == std::string::npos || element > bytes.find("<Test")) return;
  throw InputError(fmt::format(
      "{}: this is JUnit XML, which has no steps; give what adapter run --json prints", path));
}

/// Why a suite has nothing to do with the model; nothing when it has.
std::optional<std::string> WhyOther(const LuaModel& model, const ReportOptions& options,
                                    const CoverInput& input) {
  const auto& provenance = input.suite->provenance();
  const auto& known = model.specifications();
  const auto has = [&](const std::string& name) {
    return std::any_of(known.begin(), known.end(),
                       [&](const auto& specification) { return specification->name() == name; });
  };
  if (known.empty()) return "the model has no test case specification";
  if (!provenance) {
    if (known.size() == 1 || !options.specification.empty()) return std::nullopt;
    return "it does not say of which test case specification it is; --spec does";
  }
  if (options.specification.empty() && !has(provenance->specification)) {
    return fmt::format("the model has no test {}", base::Quoted(provenance->specification));
  }
  for (const auto& [name, value] : provenance->parameters) {
    const auto& parameters = model.parameters();
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const auto& each) { return each.name == name; });
    if (found == parameters.end()) {
      return fmt::format("it was made with {} = {}, which this model does not have", name, value);
    }
    if (found->value != value && base::EscapedUtf8(found->value) != value) {
      return fmt::format("it was made with {} = {}, and here {} is {}", name, value, name,
                         found->value);
    }
  }
  return std::nullopt;
}

std::string SpecificationOf(const LuaModel& model, const ReportOptions& options,
                            const CoverInput& input) {
  if (!options.specification.empty()) return options.specification;
  const auto& provenance = input.suite->provenance();
  return provenance ? provenance->specification : model.specifications().front()->name();
}

CoverOptions CoverOptionsOf(const ReportOptions& options) {
  CoverOptions cover;
  cover.model = options.model;
  cover.max_states = options.max_states;
  cover.max_cases = options.max_cases;
  cover.list = options.list;
  return cover;
}

/// The group of such suites, made when there is none yet.
CoverGroup& GroupOf(const ReportOptions& options, const std::string& specification,
                    std::uint64_t observations, std::vector<CoverGroup>& groups) {
  for (CoverGroup& group : groups) {
    if (group.options.specification == specification &&
        ObservationsOf(group.inputs) == observations) {
      return group;
    }
  }
  groups.push_back({CoverOptionsOf(options)});
  groups.back().options.specification = specification;
  return groups.back();
}

}  // namespace

ReportInputs ReadReportInputs(LuaModel& model, const std::vector<std::string>& files) {
  ReportInputs read;
  for (const std::string& path : files) {
    base::FileContents contents = base::ReadFile(path, kMaxResultsBytes);
    if (!contents.problem.empty()) {
      throw InputError(fmt::format("{}: cannot read this file: {}", path, contents.problem));
    }
    if (LooksLikeResults(contents.bytes)) {
      read.results.push_back(ParseResults(contents.bytes, path));
      continue;
    }
    if (LooksLikeXml(contents.bytes)) RefuseJunit(path, contents.bytes);
    read.inputs.push_back(ParseCoverInput(model, path, std::move(contents.bytes)));
  }
  return read;
}

CoverPlan PlanCoverage(const LuaModel& model, const ReportOptions& options,
                       std::vector<CoverInput> inputs) {
  if (!options.specification.empty()) model.Specification(options.specification);
  CoverPlan plan;
  const auto add = [&inputs](std::size_t number, CoverGroup& group) {
    group.inputs.push_back(std::move(inputs[number]));
    group.numbers.push_back(number);
  };
  std::vector<std::size_t> runs;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].suite) {
      runs.push_back(i);
    } else if (auto why = WhyOther(model, options, inputs[i])) {
      plan.others.push_back({std::move(inputs[i]), i, std::move(*why)});
    } else {
      const auto& provenance = inputs[i].suite->provenance();
      add(i, GroupOf(options, SpecificationOf(model, options, inputs[i]),
                     provenance ? provenance->observations.value_or(0) : 0, plan.groups));
    }
  }
  if (!runs.empty() && plan.groups.empty()) plan.groups.push_back({CoverOptionsOf(options)});
  for (const std::size_t number : runs) add(number, plan.groups.front());
  plan.in_order.resize(inputs.size());
  for (const CoverGroup& group : plan.groups) {
    for (std::size_t i = 0; i < group.inputs.size(); ++i) {
      plan.in_order[group.numbers[i]] = &group.inputs[i];
    }
  }
  for (const Unmeasured& other : plan.others) plan.in_order[other.number] = &other.input;
  return plan;
}

void MeasureCoverage(LuaModel& model, CoverPlan& plan, bool complete, const Streams& streams) {
  for (CoverGroup& group : plan.groups) {
    if (!complete && HasSuites(group.inputs)) {
      group.problem = fmt::format(
          "What the suites cover is not known: the state space has more than {} states, the limit "
          "(--max-states).",
          Grouped(group.options.max_states));
      continue;
    }
    auto run = std::make_unique<CoverRun>(model, group.options, group.inputs, streams);
    try {
      run->Measure();
      group.run = std::move(run);
    } catch (const generator::LimitReached& limit) {
      group.problem = fmt::format("What the suites cover is not known: {}.", limit.what());
    }
  }
}

}  // namespace cpngen
