// A model that runs, as the page shows it: what was tried of it, and what the present marking is.
//
// Questions, each an object: "about"; "state" {"node"}; "fire" {"node", "choice"}, a choice being
// the place of a binding element among the enabled ones; "open" {"path"}; "why" {"node",
// "transition"}; "space".
// A path is what stands in an address: choices from the start ("0.2.1"), or a run that was opened
// and how many of its steps, and then choices ("r1:37.0.2").
// Thread safety: one question at a time.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cpn/ctl/state_function_memo.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/commands/explore/net_view.h"
#include "cpngen/commands/explore/space_watch.h"
#include "cpngen/commands/explore/subject.h"
#include "cpngen/commands/explore/tried_steps.h"
#include "cpngen/trace.h"

namespace cpngen::explore {

/// A run from a file, which the model has been seen to have.
struct OpenedRun {
  std::string title;
  Trace run;
};

class NetSubject : public Subject {
 public:
  /// `model` and `space` must outlive this. `about` is what does not change: "title", "path",
  /// "parameters", "modules".
  NetSubject(cpn::lua::LuaModel& model, std::vector<OpenedRun> runs, Json about,
             const SpaceWatch& space);

  Json Answer(const std::string& name, const Json& question) override;

  /// The node to begin with: the critical step of the first run, its end, or the start.
  TriedNode first() const { return first_; }

 private:
  Json About();
  Json StateOf(TriedNode node);
  TriedNode NodeIn(const Json& question) const;
  TriedNode Fire(TriedNode from, std::size_t choice);
  TriedNode Open(const std::string& path);
  std::string PathOf(TriedNode node) const;
  void AddRun(const OpenedRun& run);

  cpn::lua::LuaModel& model_;
  const SpaceWatch& space_;
  Json about_;
  debugger::NetSession session_;
  TriedSteps tried_;
  NetView view_;
  TriedNode first_ = 0;
  std::vector<std::vector<TriedNode>> runs_;  ///< by run, its nodes; the first is the start
  std::map<TriedNode, std::pair<std::size_t, std::size_t>> origins_;  ///< run and step
  std::map<TriedNode, std::size_t> choices_;                          ///< that led there
};

}  // namespace cpngen::explore
