// A net as a search walks through it: states are markings, steps the enabled binding elements in
// canonical order.
//
// How it works: markings that were met are numbered and kept with what is enabled in them, what is
// true of them, and where their steps lead as far as anybody went; a walk through known markings
// is a look-up a step. When they take more memory than they may, all are forgotten but the present
// one.
//
// Invariants: nothing that can be asked depends on what is kept; keys do not depend on it either.
// Thread safety: none; a worker has an engine of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/budget.h"
#include "cpn/ctl/state_function_memo.h"
#include "cpn/ctl/state_functions.h"
#include "cpn/engine/engine.h"
#include "cpn/lua/lua_model.h"
#include "cpn/values/arena.h"
#include "cpn/values/id_table.h"
#include "search/nets/actions.h"
#include "search/nets/goal.h"
#include "search/system.h"

namespace search::nets {

/// How likely a binding element of the transition is in walks, in thousandths: its weight, or that
/// of its kind: application 4, network 3, timer, repair and others 1, fault 0.2.
std::uint32_t WeightOf(const cpn::TransitionDeclaration& transition);

struct NetOptions {
  bool weighs = true;  ///< false: all enabled binding elements are as likely
  std::size_t memory_bytes = std::size_t{1} << 30;  ///< of markings that are kept
  const base::Budget* budget = nullptr;             ///< looked at now and then; null: none
};

/// What a NetSystem is made of when there is no model in Lua; all must outlive it.
struct NetParts {
  cpn::Engine* engine = nullptr;
  cpn::ctl::StateFunctions* functions = nullptr;
  std::vector<Goal> goals;
};

class NetSystem : public System {
 public:
  /// A marking that is kept; the numbers are given as markings are met.
  using NodeId = std::uint32_t;

  /// Property i of the search is the model's properties[i]; at most kMostProperties. `model` is the
  /// worker's own.
  NetSystem(std::unique_ptr<cpn::lua::LuaModel> model, const std::vector<std::size_t>& properties,
            const NetOptions& options);
  NetSystem(const NetParts& parts, const NetOptions& options);
  ~NetSystem() override;

  void Restart() override;
  std::uint32_t Options() override { return Expanded().count; }
  std::optional<Choice> Pick(base::Random& random) override;
  void Take(Choice choice) override;
  Properties Live() override { return nodes_[now_].live; }
  Properties Violated() override { return violated_; }
  StateKey Key() override;
  std::uint32_t LabelOf(Choice choice) override { return actions_.Of(ElementOf(choice)); }
  Fairness OwedTo(std::uint32_t label) override { return actions_.OwedTo(label); }
  /// Throws base::StopError, as Take() does, when the budget is used up.
  Fate FateOf(std::size_t property, std::uint64_t states, Choices& recovery) override;

  /// The binding element that the choice is here.
  cpn::BindingElementId ElementOf(Choice choice);
  cpn::Marking marking() const;
  /// Requires that there is one.
  cpn::lua::LuaModel& model() { return *model_; }
  cpn::Engine& engine() { return engine_; }

  // For a look at all markings; a NodeId holds until the next Restart() or Take().

  /// Markings that are kept.
  std::size_t states() const { return nodes_.size(); }
  bool IsFull() const { return memory_bytes() > options_.memory_bytes; }
  NodeId now() const { return now_; }
  Properties LiveAt(NodeId id) const { return nodes_[id].live; }
  std::uint32_t OptionsAt(NodeId id) { return ExpandedAt(id).count; }
  NodeId TargetOf(NodeId id, Choice choice);
  cpn::TransitionId TransitionOf(NodeId id, Choice choice);

 private:
  static constexpr NodeId kUnknown = 0xffffffff;

  struct Node {
    const std::uint32_t* places = nullptr;
    Properties live = 0;
    Properties violated = 0;
    std::uint64_t first = 0;  ///< of its edges
    std::uint32_t count = 0;
    bool is_expanded = false;
    bool is_even = true;  ///< all edges weigh the same, and something
  };
  struct Edge {
    cpn::BindingElementId element = 0;
    NodeId target = kUnknown;
    std::uint64_t weights = 0;  ///< the sum of this one's and of those before it of the node
  };

  NodeId Intern(const cpn::Marking& marking);
  Node& Expanded() { return ExpandedAt(now_); }
  Node& ExpandedAt(NodeId id);
  void Judge(Node& node, const cpn::Marking& marking);
  cpn::Marking MarkingOf(NodeId id) const;
  std::size_t memory_bytes() const;
  void ForgetIfFull();

  std::unique_ptr<cpn::lua::LuaModel> model_;
  const NetOptions options_;
  cpn::Engine& engine_;
  std::unique_ptr<cpn::ctl::StateFunctionMemo> memo_;
  std::vector<Goal> goals_;
  Actions actions_;
  std::vector<std::uint32_t> weights_;  // by transition
  const std::size_t places_;
  const cpn::Marking initial_;

  cpn::Arena<std::uint32_t> arena_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  cpn::IdTable ids_;
  NodeId now_ = 0;
  Properties violated_ = 0;
  std::uint32_t looks_ = 0;  // at the budget
};

}  // namespace search::nets
