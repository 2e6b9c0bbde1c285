#include <fmt/format.h>

#include <fstream>
#include <ostream>
#include <string>
#include <vector>

#include "cpn/simulator.h"
#include "generator/commands.h"
#include "generator/json.h"
#include "generator/load.h"
#include "suite/atomic_file.h"

namespace generator {
namespace {

/// Lines of a record that start with this say where it comes from; they are not steps.
constexpr char kComment = '#';

std::vector<std::string> ReadRecord(const std::string& path) {
  std::ifstream in(path);
  std::vector<std::string> record;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty() && line.front() != kComment) record.push_back(line);
  }
  if (!in.eof()) throw InputError(fmt::format("--replay {}: cannot read this file", path));
  return record;
}

std::string Heading(const cpn::lua::LuaModel& model, const SimulateOptions& options) {
  std::string heading = options.model.path;
  const std::string parameters = ParametersText(model);
  if (!parameters.empty()) heading += ": " + parameters;
  return heading + (options.replay.empty() ? fmt::format("; seed {}", options.seed)
                                           : fmt::format("; replay of {}", options.replay));
}

std::string RecordText(cpn::lua::LuaModel& model, const SimulateOptions& options,
                       const cpn::Run& run) {
  std::string text =
      fmt::format("{} {}: {}\n", kComment, ProgramAndVersion(), Heading(model, options));
  for (const std::string& step : cpn::Record(model.engine(), run)) text += step + '\n';
  return text;
}

void PrintStep(const cpn::Engine& engine, const cpn::Marking& before, std::size_t number,
               cpn::BindingElementId step, std::ostream& out) {
  out << fmt::format("{:4}  {}\n", number, engine.FormatElement(step));
  for (const cpn::TokenMove& move : engine.Moves(step)) {
    const std::string& place = engine.net().places()[move.place].name;
    const cpn::MultiSet removed = move.reset ? before[move.place] : move.removed;
    const cpn::MultiSet added = move.added;
    if (removed != cpn::MultiSet{}) {
      out << fmt::format("      - {}: {}\n", place, engine.multisets().Format(removed));
    }
    if (added != cpn::MultiSet{}) {
      out << fmt::format("      + {}: {}\n", place, engine.multisets().Format(added));
    }
  }
}

std::string EndText(const cpn::Run& run) {
  const std::string after =
      fmt::format("after {} step{}", run.steps.size(), run.steps.size() == 1 ? "" : "s");
  switch (run.end) {
    case cpn::RunEnd::kDead:
      return "dead marking " + after;
    case cpn::RunEnd::kStepLimit:
      return "stopped " + after + ", the limit (--steps)";
    case cpn::RunEnd::kStopped:
      return "end of the record " + after;
  }
  return "";
}

void PrintRun(cpn::lua::LuaModel& model, const SimulateOptions& options, const cpn::Run& run,
              std::ostream& out) {
  cpn::Engine& engine = model.engine();
  out << Heading(model, options) << '\n';
  cpn::Marking marking = engine.InitialMarking();
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    PrintStep(engine, marking, i + 1, run.steps[i], out);
    engine.Occur(marking, run.steps[i]);
  }
  out << EndText(run) << ":\n";
  const std::string text = engine.FormatMarking(marking);
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    out << "  " << text.substr(from, end - from) << '\n';
    from = end + 1;
  }
  if (text.empty()) out << "  no tokens\n";
}

}  // namespace

void Simulate(const SimulateOptions& options, const Streams& streams) {
  std::vector<std::string> record;
  if (!options.replay.empty()) record = ReadRecord(options.replay);
  const auto model = LoadModelFor(options.model);
  cpn::SimulationOptions simulation;
  simulation.seed = options.seed;
  simulation.max_steps = options.steps;
  const cpn::Run run = options.replay.empty() ? cpn::Simulate(model->engine(), simulation)
                                              : cpn::Replay(model->engine(), record);
  if (!options.record.empty()) {
    suite::WriteFileAtomically(options.record, RecordText(*model, options, run));
  }
  if (options.json) {
    streams.out << RunJson(*model, options, run);
  } else {
    PrintRun(*model, options, run, streams.out);
  }
}

}  // namespace generator
