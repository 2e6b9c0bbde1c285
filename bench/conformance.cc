// How many events a second the judge of conformance takes.
//
//   cmake --preset release && ninja -C build/release conformance_bench &&
//   build/release/bin/conformance_bench
//
// Lines: the lock server with four clients, all of it observed, so that there is always one
// marking; the same with the grants hidden, so that several explain what was seen; a counter, of
// which every marking is new and comes once; then, in all orders of silent steps and in one order
// of those that commute, 14 jobs that a silent step each makes, and a run of the Paxos model that
// judges replicas. A line has events, the most markings that explained one, seconds of processor
// time, and events in one of them. Argument: events of a line.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/temporary_folder.h"
#include "conformance/tracker.h"
#include "cpn/lua/lua_model.h"

namespace {

using conformance::Event;
using cpn::lua::LuaModel;

constexpr const char* kLock = R"(
Client = range(1, 4)
var { c = Client }
Idle, Waiting, Holding = place(Client, all), place(Client), place(Client)
Free = place(UNIT, { unit })
Request = transition { input = { Idle(c) }, output = { Waiting(c) } }
Grant = transition { input = { Waiting(c), Free(unit) }, output = { Holding(c) } }
Release = transition { input = { Holding(c) }, output = { Idle(c), Free(unit) } }
test "all" {
  observe = {
    [Request] = function(c) return stimulus("Request", { client = c }) end,
    [Grant] = function(c) return response("Granted", { client = c }) end,
    [Release] = function(c) return stimulus("Release", { client = c }) end,
  },
}
test "hidden" {
  observe = {
    [Request] = function(c) return stimulus("Request", { client = c }) end,
    [Release] = function(c) return stimulus("Release", { client = c }) end,
  },
}
)";

constexpr const char* kCounter = R"(
var { n = INT }
Count = place(INT, { 0 })
Add = transition { input = { Count(n) }, output = { Count(expr "n + 1") } }
test "all" { observe = { [Add] = function(n) return response("Added", { n = n }) end } }
)";

constexpr const char* kJobs = R"(
Job = range(1, 14)
var { j = Job }
Asked, New, Made = place(Job, all), place(Job), place(Job)
Ask = transition { input = { Asked(j) }, output = { New(j) } }
Make = transition { input = { New(j) }, output = { Made(j) } }
Show = transition { input = { Made(j) }, output = { Asked(j) } }
test "all" {
  observe = {
    [Ask] = function(j) return stimulus("Ask", { job = j }) end,
    [Show] = function(j) return response("Show", { job = j }) end,
  },
}
)";

/// What a random run shows.
std::vector<Event> RandomEvents(LuaModel& model, const std::string& specification,
                                std::size_t count) {
  conformance::SpecificationView view(model.net(), model.Specification(specification));
  conformance::Labels labels(&model.engine(), &view);
  base::Random random(7);
  std::vector<Event> events;
  cpn::Marking marking = model.engine().InitialMarking();
  while (events.size() < count) {
    const std::span<const cpn::BindingElementId> enabled = model.engine().Enabled(marking);
    if (enabled.empty()) break;
    const cpn::BindingElementId element =
        enabled[random.Below(static_cast<std::uint32_t>(enabled.size()))];
    model.engine().Occur(marking, element);
    for (const conformance::EventId id : labels.Shows(element)) {
      events.push_back(labels.events()[id]);
    }
  }
  return events;
}

void Print(const std::string& name, std::size_t events, std::size_t most, double seconds) {
  fmt::print("{:<24}{:>12}{:>10}{:>10.3f}{:>14.0f}\n", name, events, most, seconds,
             static_cast<double>(events) / std::max(seconds, 1e-6));
}

double SecondsSince(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / static_cast<double>(CLOCKS_PER_SEC);
}

void Refuse(const std::string& name, std::size_t event) {
  fmt::print(stderr, "{}: event {} is refused\n", name, event);
  std::exit(1);
}

void Line(const std::string& name, const char* text, const std::string& specification,
          std::size_t count) {
  const base::TemporaryFolder folder;
  const std::string path = folder.Write("m.lua", text);
  const std::vector<Event> events = RandomEvents(*LuaModel::Load(path), specification, count);
  const std::unique_ptr<LuaModel> model = LuaModel::Load(path);  // which has seen nothing yet
  conformance::Tracker tracker(*model, model->Specification(specification));
  std::size_t most = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(events.size(), 1000); ++i) {
    tracker.Take(events[i]);
    most = std::max(most, tracker.size());
  }
  tracker.Restart();
  const std::clock_t start = std::clock();
  std::size_t taken = 0;
  while (taken < events.size() && tracker.Take(events[taken])) ++taken;
  const double seconds = SecondsSince(start);
  if (taken < events.size()) Refuse(name, taken);
  Print(name, taken, most, seconds);
}

/// Once in all orders of silent steps, once in one order of those that commute.
void BothWays(const std::string& name, const std::string& path, const std::string& specification,
              std::size_t count) {
  const std::vector<Event> events = RandomEvents(*LuaModel::Load(path), specification, count);
  for (const bool reduce : {false, true}) {
    const std::unique_ptr<LuaModel> model = LuaModel::Load(path);
    conformance::Limits limits;
    limits.reduce = reduce;
    conformance::Tracker tracker(*model, model->Specification(specification), limits);
    std::size_t most = 0;
    const std::clock_t start = std::clock();
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (!tracker.Take(events[i])) Refuse(name, i);
      most = std::max(most, tracker.size());
    }
    Print(name + (reduce ? ", reduced" : ""), events.size(), most, SecondsSince(start));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
  fmt::print("{:<24}{:>12}{:>10}{:>10}{:>14}\n", "", "events", "markings", "seconds",
             "events/second");
  Line("lock, all observed", kLock, "all", count);
  Line("lock, grants hidden", kLock, "hidden", count);
  Line("counter, always new", kCounter, "all", count);
  const base::TemporaryFolder folder;
  BothWays("14 jobs", folder.Write("jobs.lua", kJobs), "all", std::min<std::size_t>(count, 500));
  BothWays("Paxos", CPNGEN_SOURCE_DIR "/models/paxos/events_model.lua", "events",
           std::min<std::size_t>(count, 100));
  return 0;
}
