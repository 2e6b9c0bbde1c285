#include "adapter/part.h"

#include "base/digest.h"
#include "xml/xml.h"

namespace adapter {
namespace {

std::uint64_t AllRunsOf(const RunOptions& options, const Plan& plan) {
  return plan.cases.size() * static_cast<std::uint64_t>(options.repeat);
}

/// Which cases there are, in which order, what they and their configurations say.
std::string DigestOf(const Plan& plan) {
  base::Digest digest;
  const LoadedSuite* last = nullptr;
  for (const SelectedCase& selected : plan.cases) {
    if (selected.suite != last) {
      last = selected.suite;
      digest.Add(last->suite.file());
      digest.Add(last->suite.name());
      const xml::Element* const configuration = last->suite.configuration();
      digest.Add(configuration == nullptr ? "" : xml::Write(*configuration));
    }
    digest.Add(xml::Write(*selected.test->element));
  }
  return digest.Text();
}

std::vector<std::pair<std::string, std::string>> CallOf(const RunOptions& options,
                                                        const Plan& plan) {
  const auto given = [](bool is_given) { return is_given ? "given" : "not given"; };
  std::vector<std::pair<std::string, std::string>> call{
      {"runs", std::to_string(AllRunsOf(options, plan))},
      {"what the cases are", DigestOf(plan)},
      {"--repeat", std::to_string(options.repeat)},
      {"--timeout", DurationText(options.timeout)},
      {"--fail-fast", given(options.fail_fast)},
      {"--verbose", given(options.verbose)},
      {"--processes", given(options.processes)},
      {"--ordered", given(options.ordered)},
      {"--conform", options.conform.model.empty() ? "not given" : options.conform.model},
      {"--conform-spec",
       options.conform.specification.empty() ? "not given" : options.conform.specification}};
  const auto [what, how] = HowRun(options);
  call.emplace_back("--" + what, how);
  call.emplace_back("--seed", std::to_string(options.seed));
  for (const auto& [name, value] : options.system.parameters) {
    call.emplace_back("-D " + name, value);
  }
  return call;
}

}  // namespace

std::optional<Part> PartOf(const RunOptions& options, const Plan& plan) {
  if (!options.shard) return std::nullopt;
  return Part{command_line::ToText(*options.shard), CallOf(options, plan)};
}

command_line::Block RunsOf(const RunOptions& options, const Plan& plan) {
  return command_line::BlockOf(AllRunsOf(options, plan),
                               options.shard.value_or(command_line::Shard{}));
}

}  // namespace adapter
