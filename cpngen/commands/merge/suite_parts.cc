#include "cpngen/commands/merge/suite_parts.h"

#include <fmt/format.h>

#include <optional>
#include <ostream>
#include <string>
#include <utility>

#include "base/characters.h"
#include "command_line/shard.h"
#include "cpngen/commands/merge/parts.h"
#include "cpngen/input_error.h"
#include "cpngen/output_files.h"
#include "cpngen/suite_files.h"
#include "cpngen/text.h"
#include "generator/merged_parts.h"
#include "xml/xml.h"

namespace cpngen {
namespace {

using suite::Suite;

command_line::Shard ShardOf(const Suite& part) {
  const std::string& text = part.provenance()->shard->part;
  if (const auto shard = command_line::ReadShard(text)) return *shard;
  const xml::Checked element = part.Check(part.root()).One("Generated").One("Shard");
  element.FailAt(element.OptionalAttribute("Part")->position, base::Quoted(text) + " is no part",
                 "'Part' is I/N, with I from 1 to N, as in 2/4");
}

/// All of the envelope, which is the same in all parts of a suite.
PartHeader HeaderOf(const Suite& part) {
  if (!part.provenance() || !part.provenance()->shard) RefuseWhole(part.file());
  const suite::Provenance& made = *part.provenance();
  CallTexts call{{"model", made.model},
                 {"test case specification", made.specification},
                 {"--merge", made.merged ? "given" : "not given"},
                 {"program", made.generator},
                 {"method", suite::MethodName(made.method)}};
  const auto add = [&call](const char* option, const std::optional<std::uint64_t>& number) {
    if (number) call.emplace_back(option, fmt::format("{}", *number));
  };
  add("--seed", made.seed);
  add("--simulations", made.runs);
  add("--observations", made.observations);
  for (const auto& [name, value] : made.parameters) call.emplace_back("parameter " + name, value);
  call.insert(call.end(), made.shard->call.begin(), made.shard->call.end());
  call.emplace_back("name of the suite", part.name());
  call.emplace_back("order of cases", made.shard->is_set ? "set" : "sequence");
  call.emplace_back("pairwise", made.shard->pairwise ? "yes" : "no");
  const xml::Element* const configuration = part.configuration();
  call.emplace_back("Configuration",
                    configuration == nullptr ? "not there" : xml::Write(*configuration));
  return {part.file(), ShardOf(part), std::move(call)};
}

[[noreturn]] void RefuseEmpty(const Suite& first, const generator::MergedParts& merged) {
  const std::uint64_t runs = first.provenance()->runs.value_or(0);
  throw InputError(
      merged.unfinished == runs
          ? fmt::format(
                "the parts yield no test case: none of the {} runs was over. Raise --steps, "
                "if the model has dead markings; if it never ends, end cases with "
                "--observations N, or with a goal in the test",
                runs)
          : fmt::format("the parts yield no test case: none of the {} runs observed anything",
                        runs));
}

void PrintSummary(const std::vector<Suite>& parts, const generator::MergedParts& merged,
                  const MergeOptions& options, std::ostream& err) {
  const suite::Provenance& made = *parts.front().provenance();
  std::string of = made.merged ? fmt::format(", merged from {}", merged.all) : "";
  if (made.shard->pairwise) of = fmt::format(", with all pairs of options of {}", merged.all);
  err << fmt::format("cpngen: {}: {}{} ({}, {}, seed {})\n",
                     options.output == "-" ? "standard output" : options.output,
                     Plural(merged.cases, "test case"), of, Plural(parts.size(), "part"),
                     Plural(made.runs.value_or(0), "run"), made.seed.value_or(0));
  if (merged.unfinished > 0) {
    err << fmt::format("cpngen: note: {} of the {} runs ended at the step limit\n",
                       merged.unfinished, made.runs.value_or(0));
  }
  if (merged.contradictions > 0) {
    err << fmt::format(
        "cpngen: warning: {} of the {} test cases expect other responses than another one after "
        "the same stimuli, the first are cases {} and {}; a system passes only those in which it "
        "happens to answer so. generate --merge makes cases with alternatives of them\n",
        merged.contradictions, merged.cases, merged.contradicting.first,
        merged.contradicting.second);
  }
}

}  // namespace

ExitCode MergeSuites(const std::vector<Suite>& parts, const MergeOptions& options,
                     const Streams& streams) {
  std::vector<PartHeader> headers;
  Paths inputs;
  for (const Suite& part : parts) {
    headers.push_back(HeaderOf(part));
    inputs.emplace_back(part.file());
  }
  OrderOfParts(headers);  // cases are ordered by what they observe, not by the parts
  const generator::MergedParts merged = generator::MergeParts(parts);
  if (merged.cases == 0) RefuseEmpty(parts.front(), merged);
  if (options.output == "-") {
    streams.out << xml::Write(merged.suite) << std::flush;
    if (!streams.out) return ExitCode::kBadInput;  // the program says why
  } else {
    WriteFiles(SuiteFiles(merged.suite, options.output, options.split), inputs);
    if (options.split) WarnOfLeftover(options.output, merged.cases, streams.err);
  }
  PrintSummary(parts, merged, options, streams.err);
  return ExitCode::kDone;
}

}  // namespace cpngen
