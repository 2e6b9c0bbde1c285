// Parts of what the page shows of a node of a model's run, as JSON.
//
// Thread safety: as the model.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cpn/ctl/state_function_memo.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/commands/explore/tried_steps.h"
#include "explorer/local_server.h"

namespace cpngen::explore {

class NetView {
 public:
  /// Both must outlive this.
  NetView(cpn::lua::LuaModel& model, TriedSteps& tried);

  /// Something to say at a node.
  void Remark(TriedNode node, const std::string& text);

  /// "Vote (w = 1)"; "start" for the initial marking.
  std::string Label(TriedNode node) const;
  std::vector<std::string> RemarksAt(TriedNode node) const;

  /// [[place, number of tokens, "2`1 ++ 1`3"]], the empty places left out.
  explorer::Json Places(const cpn::Marking& marking) const;
  /// [{"choice", "transition", "binding", "node" (null if it was not tried)}].
  explorer::Json Enabled(TriedNode node, const cpn::Marking& marking) const;
  /// What the last step did: [{"place", "lines"}].
  explorer::Json Changes(TriedNode node) const;
  /// [{"name", "sort", "now": true, false or null, "parts": [{"name", "now"}]}].
  explorer::Json Properties(const cpn::Marking& marking);
  /// {"transition", "where", "guard", "enabled" (in how many bindings), "empty" (input places
  /// without tokens), "near": [{"binding", "obstacles": [text]}]}; the nearest bindings first.
  explorer::Json WhyNot(TriedNode node, cpn::TransitionId transition);
  /// The steps that were tried, as a list around the node: [{"node", "depth", "indent", "label",
  /// "remark"}]. Where steps part, the later tried ones are further to the right.
  explorer::Json Steps(TriedNode node) const;
  /// {"names", "rows": [{"node", "from", "to", "text", "mark", "sent"} or {"node", "note"}]}: the
  /// messages of the last steps up to the node. "mark" is that of the model's chart, and there if
  /// there is one; "sent" is the row in which it left, if that is another one.
  explorer::Json Lanes(TriedNode node);

 private:
  struct Row {
    std::size_t from, to;
    std::string text;
    cpn::lua::ChartMark mark = cpn::lua::ChartMark::kNone;
  };
  const std::vector<Row>& RowsOf(cpn::BindingElementId element);
  std::size_t LaneOf(const std::string& name);

  cpn::lua::LuaModel& model_;
  TriedSteps& tried_;
  cpn::ctl::StateFunctionMemo memo_;
  std::map<TriedNode, std::vector<std::string>> remarks_;
  std::vector<std::string> lanes_;
  std::map<cpn::BindingElementId, std::vector<Row>> rows_;  ///< by element: what it shows
};

}  // namespace cpngen::explore
