// Any bytes as a trace file, or as a record: read, written and read again, drawn, told as a story,
// compared with itself, and its steps taken in a small model.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/parse_error.h"
#include "cpn/engine/simulator.h"
#include "tests/fuzz/model.h"
#include "trace/chart_svg.h"
#include "trace/diff.h"
#include "trace/story.h"
#include "trace/trace_file.h"

namespace {

/// Its binding elements have values of all forms that a step of a record can name.
constexpr const char* kModel = R"lua(
C = enum { "a", "b" }
L, R, U = list(INT), record { n = INT, s = STRING }, union { V = INT, N = UNIT }
var { i = INT, l = L, r = R, u = U, c = C }
P, Q = place(INT, { 0 }), place(L, { {} })
S, V, W = place(R, { { n = 1, s = "x" } }), place(U, { U.N }), place(C, all)
Up = transition { input = { P(i) }, guard = "i < 5", output = { P(expr "i + 1") } }
Add = transition { input = { Q(l) }, guard = "#l < 3", output = { Q(expr "cons(1, l)") } }
Keep = transition { input = { S(r) }, output = { S(r) } }
Turn = transition { input = { V(u), W(c) }, output = { V(function() return U.V(1) end) } }
)lua";

std::vector<std::string> Lines(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

void Replay(const std::vector<std::string>& steps) {
  static const auto model = fuzz::Load(kModel);
  try {
    cpn::Replay(model->engine(), steps);
  } catch (const cpn::ModelError&) {
  }
}

void Use(const trace::Trace& trace) {
  if (trace::FindFlaw(trace)) std::abort();  // the reader accepts none
  trace::ChartSvg(trace);
  trace::StoryOf(trace, {});
  if (trace::FirstDifference(trace, trace)) std::abort();
  std::vector<std::string> keys;
  for (const trace::Step& step : trace.steps) keys.push_back(step.key);
  Replay(keys);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::TextOf(data, size);
  if (!trace::LooksLikeTraces(text)) {
    Replay(Lines(text));
    return 0;
  }
  std::vector<trace::Trace> traces;
  try {
    traces = trace::Parse(text, "fuzz.json");
  } catch (const base::ParseError&) {
    return 0;
  }
  if (trace::Parse(trace::Write(traces), "again.json") != traces) std::abort();
  for (const trace::Trace& trace : traces) Use(trace);
  return 0;
}
