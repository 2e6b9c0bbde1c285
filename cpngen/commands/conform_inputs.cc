#include "cpngen/commands/conform_inputs.h"

#include <fmt/format.h>

#include <utility>

#include "conformance/log_file.h"
#include "cpngen/input_error.h"
#include "trace/trace_file.h"

namespace cpngen {
namespace {

std::string NameOfTrace(const trace::Trace& trace, std::size_t number, std::size_t of) {
  if (!trace.header.test.empty()) return fmt::format("case {}", trace.header.test);
  if (!trace.header.property.empty()) return trace.header.property;
  return of == 1 ? "" : fmt::format("trace {}", number);
}

std::vector<ConformInput> ReadTraceFiles(const std::vector<std::string>& files) {
  std::vector<ConformInput> inputs;
  for (const std::string& file : files) {
    std::vector<trace::Trace> traces = trace::ReadTraces(file);
    if (traces.empty()) {
      throw InputError(fmt::format("{}: no trace is in it: there is nothing to judge", file));
    }
    for (std::size_t i = 0; i < traces.size(); ++i) {
      std::string name = NameOfTrace(traces[i], i + 1, traces.size());
      inputs.push_back({file, std::move(name), i, std::move(traces[i]), {}, false});
    }
  }
  return inputs;
}

std::vector<ConformInput> ReadLogs(const ConformOptions& options, const base::Budget* budget) {
  cpn::lua::LoadOptions load;
  load.budget = budget;
  conformance::LogMapping mapping = conformance::LogMapping::Load(options.log, load);
  const bool lacks = (options.order == "node" && !mapping.has_nodes()) ||
                     (options.order == "clock" && !mapping.has_clocks());
  if (lacks) {
    throw InputError(
        fmt::format("--order {0}: {1} does not say what {0}s the records have; log "
                    "\"NAME\" {{ node = ..., clock = ... }} does",
                    options.order, options.log));
  }
  std::vector<ConformInput> inputs;
  for (const std::string& file : options.traces) {
    inputs.push_back({file, "", 0, {}, conformance::ReadLog(file, mapping), true});
  }
  return inputs;
}

}  // namespace

std::vector<ConformInput> ReadConformInputs(const ConformOptions& options,
                                            const base::Budget* budget) {
  return options.log.empty() ? ReadTraceFiles(options.traces) : ReadLogs(options, budget);
}

}  // namespace cpngen
