#include "cpngen/run_trace.h"

#include <fmt/format.h>

#include <utility>

#include "cpngen/input_error.h"
#include "cpngen/version.h"
#include "trace/trace_file.h"

namespace cpngen {
namespace {

/// FNV-1a.
std::uint64_t HashOf(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

std::string TextOf(const cpn::Engine& engine, cpn::MultiSet tokens) {
  return tokens == cpn::MultiSet{} ? "" : engine.multisets().Format(tokens);
}

trace::Step StepOf(const cpn::Engine& engine, const cpn::Marking& before,
                   cpn::BindingElementId id) {
  const cpn::BindingElement element = engine.Element(id);
  const cpn::Transition& transition = engine.net().transitions()[element.transition];
  trace::Step step{.kind = trace::Kind::kBinding,
                   .node = transition.instance,
                   .name = transition.name,
                   .key = engine.FormatElement(id)};
  for (std::size_t i = 0; i < element.binding.size(); ++i) {
    step.fields.emplace_back(transition.declaration->variables[i].name,
                             engine.values().Format(element.binding[i]));
  }
  for (const TraceMove& move : MovesOf(engine, before, id)) {
    step.moves.push_back({engine.net().places()[move.place].name, TextOf(engine, move.removed),
                          TextOf(engine, move.added)});
  }
  return step;
}

}  // namespace

std::string HashOf(const cpn::Engine& engine, const cpn::Marking& marking) {
  return fmt::format("{:016x}", HashOf(engine.FormatMarking(marking)));
}

trace::Trace RunTrace(cpn::lua::LuaModel& model, const std::string& path, const Trace& run) {
  cpn::Engine& engine = model.engine();
  trace::Trace trace;
  trace.header.made_by = ProgramAndVersion();
  trace.header.model = path;
  for (const cpn::lua::Parameter& parameter : model.parameters()) {
    trace.header.parameters[parameter.name] = parameter.value;
  }
  const cpn::Marking last =
      ForEachStep(engine, run.steps, [&](std::size_t i, const cpn::Marking& before) {
        if (i > 0) trace.steps.back().hash = HashOf(engine, before);
        trace.steps.push_back(StepOf(engine, before, run.steps[i]));
      });
  if (!trace.steps.empty()) trace.steps.back().hash = HashOf(engine, last);
  if (run.loop) trace.loop = *run.loop + 1;
  trace.dead_end = run.ends_dead;
  for (const TraceRemark& remark : run.remarks) {
    trace.remarks.push_back({remark.steps, remark.text, remark.where});
  }
  return trace;
}

trace::Trace EvidenceTrace(cpn::lua::LuaModel& model, const std::string& path,
                           const std::string& property, const cpn::ctl::Evidence& evidence) {
  trace::Trace trace = RunTrace(model, path, MakeTrace(evidence));
  trace.header.property = property;
  trace.outcome = evidence.witness ? trace::Outcome::kHolds : trace::Outcome::kViolated;
  return trace;
}

OutputFile TraceFile(const std::string& option, const std::string& file,
                     const std::vector<trace::Trace>& traces) {
  std::string text = trace::Write(traces);
  if (text.size() > trace::kMaxFileBytes) {
    throw InputError(fmt::format(
        "{} {}: a file of traces holds at most {} MiB, and this would take {}; shorter runs do",
        option, file, trace::kMaxFileBytes >> 20, (text.size() >> 20) + 1));
  }
  return {file, std::move(text)};
}

}  // namespace cpngen
