// What `conform` says of a trace, as text and as JSON.
//
// JSON: model, parameters, specification (null when only runs of models were checked step by step),
// conform and traces: counts; and of each trace file, name (null: the file has no other), conforms,
// events, explained, markings, steps of the explaining run (null when all was explained; each as
// `simulate --json` has them, with the `event` that it shows, or null), and, of what does not fit,
// step (of a log: line), owed, event, nearest ({element, reasons}), unknown (of a name that nothing
// shows {message, line, column}, of a log without place; otherwise null), possible and blocked
// (lines of events that may be next when their order is not known). An event is
// {kind, name, fields}.
// Thread safety: as the model.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/parse_error.h"
#include "conformance/verdict.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/value_json.h"

namespace cpngen {

/// A trace and its verdict.
struct Judged {
  std::string file;
  std::string name;  ///< which of the file's traces: "trace 2", "case 7"; empty: it has one
  const char* unit = "step";  ///< what the numbers count: steps of a trace, lines of a log
  bool run_of_net = false;    ///< checked step by step
  std::vector<conformance::SeenEvent> seen;  ///< in the order in which they are explained
  bool some_order = false;                   ///< the order of the events was not known
  /// With `some_order`: what else may be next and cannot be explained either.
  std::vector<conformance::SeenEvent> blocked;
  conformance::Verdict verdict;
  /// What the misfit says of an unknown name, at its place in the file.
  std::optional<base::ParseError> unknown;
};

/// "run.json, case 7".
std::string TitleOfJudged(const Judged& judged);
/// A line for a trace that conforms; for another one the explained run and why it ends.
std::string ConformText(cpn::Engine& engine, const Judged& judged);
Json ConformJson(cpn::Engine& engine, const Judged& judged);

}  // namespace cpngen
