#include "cpngen/commands/explore/space_watch.h"

#include <exception>
#include <utility>

#include "cpn/explore/state_space.h"

namespace cpngen::explore {
namespace {

using explorer::Json;

constexpr double kMaxSeconds = 60;

Json Count(const char* end, std::uint64_t states, std::uint64_t arcs, std::uint64_t waiting,
           std::uint64_t depth) {
  return {{"end", end},         {"states", states}, {"arcs", arcs},
          {"waiting", waiting}, {"depth", depth},   {"dead", nullptr}};
}

}  // namespace

SpaceWatch::SpaceWatch(std::function<std::unique_ptr<cpn::lua::LuaModel>(const base::Budget*)> load,
                       std::uint64_t max_states)
    : now_(Count(max_states == 0 ? "off" : "running", 0, 0, 0, 0)) {
  if (max_states == 0) return;
  thread_ = std::thread([this, load = std::move(load), max_states] { Run(load, max_states); });
}

SpaceWatch::~SpaceWatch() {
  budget_.Stop(base::StopReason::kInterrupted);
  if (thread_.joinable()) thread_.join();
}

Json SpaceWatch::Now() const {
  const std::lock_guard lock(mutex_);
  return now_;
}

void SpaceWatch::Set(Json now) {
  const std::lock_guard lock(mutex_);
  now_ = std::move(now);
}

void SpaceWatch::Run(
    const std::function<std::unique_ptr<cpn::lua::LuaModel>(const base::Budget*)>& load,
    std::uint64_t max_states) {
  try {
    const auto model = load(&budget_);
    cpn::ExplorationOptions options;
    options.max_states = max_states;
    options.max_seconds = kMaxSeconds;
    options.budget = &budget_;
    options.tuning.memo_bytes = std::size_t{64} << 20;
    options.progress = [this](const cpn::ExplorationProgress& now) {
      Set(Count("running", now.states, now.arcs, now.waiting, now.depth));
    };
    const cpn::StateCount count = cpn::CountStates(model->engine(), options);
    const bool complete = count.end == cpn::ExplorationEnd::kComplete;
    Json now = Count(complete ? "complete" : "limit", count.states, count.arcs, 0, count.depth);
    if (complete) now["dead"] = count.dead_markings;
    Set(std::move(now));
  } catch (const std::exception& error) {  // the page still works: it says so
    Json now = Count("failed", 0, 0, 0, 0);
    now["why"] = error.what();
    Set(std::move(now));
  }
}

}  // namespace cpngen::explore
