#include "cpngen/threads/count_states.h"

#include <memory>

#include "cpn/distributed/rank.h"
#include "cpn/distributed/thread_transport.h"
#include "cpn/explore/state_space.h"
#include "cpngen/load.h"

namespace cpngen {
namespace {

using cpn::distributed::Rank;
using cpn::distributed::RankOptions;
using cpn::distributed::Transport;

/// So many markings show whether a net learns mostly; they take some milliseconds.
constexpr std::uint64_t kProbed = 10'000;

cpn::StateCount CountByRanks(cpn::lua::LuaModel& model, const ModelArguments& arguments,
                             const cpn::ExplorationOptions& options) {
  cpn::StateCount result;
  cpn::distributed::RunRanks(options.workers, [&](Transport& transport) {
    std::unique_ptr<cpn::lua::LuaModel> own;
    if (transport.rank() > 0) own = LoadModelFor(arguments, nullptr, options.budget);
    RankOptions chosen;
    chosen.exploration = options;
    Rank rank(own ? &own->engine() : &model.engine(), &transport, chosen);
    const cpn::StateCount count = rank.TogetherExplore();
    if (transport.rank() == 0) result = count;
  });
  return result;
}

}  // namespace

bool LearnsMostly(const cpn::StateCount& count) {
  return 10 * count.statistics.learnt > count.arcs;
}

cpn::StateCount CountWithThreads(cpn::lua::LuaModel& model, const ModelArguments& arguments,
                                 const cpn::ExplorationOptions& options) {
  cpn::Engine& engine = model.engine();
  if (options.workers == 1) return cpn::CountStates(engine, options);
  if (auto count = cpn::CountStatesUnless(engine, options, kProbed, LearnsMostly)) return *count;
  try {
    return CountByRanks(model, arguments, options);
  } catch (const cpn::ModelError&) {
    return cpn::CountStates(engine, options);  // says how the model comes to its failure
  }
}

}  // namespace cpngen
