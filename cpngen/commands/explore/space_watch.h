// The state space, explored beside the page: how large it is, as far as it is known.
//
// It has a model of its own and a thread of its own, and ends at its limits, which are small: it is
// there to say whether `cpngen check` will do. Thread safety: Now() from any thread.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "base/budget.h"
#include "cpn/lua/lua_model.h"
#include "explorer/local_server.h"

namespace cpngen::explore {

class SpaceWatch {
 public:
  /// Explores up to `max_states` markings of the model that `load` makes. 0: nothing at all.
  SpaceWatch(std::function<std::unique_ptr<cpn::lua::LuaModel>(const base::Budget*)> load,
             std::uint64_t max_states);
  /// Stops the exploration, and waits for its end.
  ~SpaceWatch();
  SpaceWatch(const SpaceWatch&) = delete;
  SpaceWatch& operator=(const SpaceWatch&) = delete;

  /// {"end": "running", "complete", "limit", "failed" or "off"; "states", "arcs", "waiting",
  /// "depth", "dead" (null unless complete), "why" (of "failed")}.
  explorer::Json Now() const;

 private:
  void Run(const std::function<std::unique_ptr<cpn::lua::LuaModel>(const base::Budget*)>& load,
           std::uint64_t max_states);
  void Set(explorer::Json now);

  base::Budget budget_;
  mutable std::mutex mutex_;
  explorer::Json now_;
  std::thread thread_;
};

}  // namespace cpngen::explore
