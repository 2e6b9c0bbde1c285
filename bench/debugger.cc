// Runs of a million steps in the debugger: how long it takes to open a record of a net, and a trace
// of a system; how long 10,000 jumps to random steps take, forward and back.
//
//   build/release/bin/debugger_bench [STEPS [JUMPS [RUNS]]]
//
// What is opened is in memory. A jump ends when the state behind the step is there. Records and
// traces take turns; medians of the runs, and the longest single jump of all. Processor time is
// what counts on a machine that has other things to do.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "cpn/lua/lua_model.h"
#include "debugger/net_session.h"
#include "debugger/open_run.h"
#include "debugger/trace_session.h"
#include "trace/trace_file.h"

namespace {

constexpr const char* kNet = R"(
var { i = INT, s = INT }
Clock = place(INT, { 0 })
Alarm = place(INT, { 0 })
Tick = transition { input = { Clock(i) }, guard = "i < 999", output = { Clock(expr "i + 1") } }
Ring = transition { input = { Clock(999), Alarm(s) }, output = { Clock(0), Alarm(expr "s + 1") } }
)";

class Watch {
 public:
  double Seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  double ProcessorSeconds() const {
    return static_cast<double>(std::clock() - processor_) / CLOCKS_PER_SEC;
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::clock_t processor_ = std::clock();
};

std::string RecordOf(std::size_t steps) {
  std::string record;
  for (std::size_t i = 0; i < steps; ++i) {
    const std::size_t second = i % 1000;
    record += second < 999 ? fmt::format("Tick (i = {})\n", second)
                           : fmt::format("Ring (s = {})\n", i / 1000);
  }
  return record;
}

/// A client asks one of three servers, which answers.
std::string TraceOf(std::size_t steps) {
  std::string text = R"({"format":"cpngen-trace","version":1,"traces":[{"made_by":"bench",)"
                     R"("system":"servers","steps":[)";
  for (std::size_t i = 1; i <= steps; ++i) {
    text += i == 1 ? "\n" : ",\n";
    const std::size_t server = i / 3 % 3;
    if (i % 3 == 1) {
      text += fmt::format(R"({{"number":{},"kind":"stimulus","node":"client","name":"Ask",)"
                          R"("fields":[["id","{}"]],"time":{}}})",
                          i, i / 3, i);
    } else if (i % 3 == 2) {
      text += fmt::format(R"({{"number":{},"kind":"deliver","node":"server {}","name":"Ask",)"
                          R"("fields":[["id","{}"]],"cause":{},"state":[["asked","{}"]]}})",
                          i, server, i / 3, i - 1, i / 9);
    } else {
      text += fmt::format(R"({{"number":{},"kind":"deliver","node":"client","name":"Answer",)"
                          R"("fields":[["id","{}"]],"cause":{}}})",
                          i, i / 3, i - 1);
    }
  }
  return text + "]}]}\n";
}

struct Times {
  std::vector<double> all;
  std::vector<double> processor;

  void Add(const Watch& watch) {
    all.push_back(watch.Seconds());
    processor.push_back(watch.ProcessorSeconds());
  }
};

struct Figures {
  Times opening;
  Times jumping;
  double longest = 0;  // of all jumps
};

void Jump(debugger::Session& session, std::size_t jumps, Figures& figures) {
  base::Random random(1);
  const Watch all;
  for (std::size_t i = 0; i < jumps; ++i) {
    const Watch one;
    session.JumpTo(random.Next() % (session.Length() + 1));
    session.StateAt(session.at());
    figures.longest = std::max(figures.longest, one.Seconds());
  }
  figures.jumping.Add(all);
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void Print(const char* name, std::size_t bytes, std::size_t jumps, const Figures& figures) {
  fmt::print("{}: {:.1f} MB; opened in {:.2f} s ({:.2f} s of a processor); ", name,
             static_cast<double>(bytes) / 1e6, Median(figures.opening.all),
             Median(figures.opening.processor));
  fmt::print("{} jumps in {:.2f} s ({:.2f} s of a processor), the longest {:.2f} ms\n", jumps,
             Median(figures.jumping.all), Median(figures.jumping.processor), figures.longest * 1e3);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t steps = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
  const std::size_t jumps = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 10'000;
  const int runs = argc > 3 ? std::atoi(argv[3]) : 5;
  const std::string record = RecordOf(steps), trace = TraceOf(steps);
  Figures of_record, of_trace;
  for (int run = 0; run < runs; ++run) {
    {
      const Watch watch;
      const auto model = cpn::lua::LuaModel::LoadText(kNet, "clock.lua", {});
      debugger::NetSession session(
          model.get(), debugger::TakeAgain(model->engine(), debugger::RecordedSteps(record)));
      of_record.opening.Add(watch);
      Jump(session, jumps, of_record);
    }
    const Watch watch;
    debugger::TraceSession session(std::move(trace::Parse(trace, "bench.json").front()));
    of_trace.opening.Add(watch);
    Jump(session, jumps, of_trace);
  }
  fmt::print("{} steps\n", steps);
  Print("record of a net", record.size(), jumps, of_record);
  Print("trace of a system", trace.size(), jumps, of_trace);
  return 0;
}
