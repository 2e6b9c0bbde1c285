// A session over a model: the run can go on in any way that the net allows, from any of its steps,
// and everything can be undone.
//
// What was tried stays in a tree of branches (run_tree.h); at() and Length() are about the branch
// that is looked at.
// Thread safety: as LuaModel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cpn/ctl/state_function_memo.h"
#include "cpn/lua/lua_model.h"
#include "debugger/markings.h"
#include "debugger/run_tree.h"
#include "debugger/session.h"

namespace debugger {

/// How a walk by chance goes, and how far.
struct WalkOptions {
  std::uint64_t seed = 1;
  std::size_t most_steps = 100'000;
  std::function<bool()> stop = {};  ///< asked now and then: shall it end?
};

class NetSession final : public Session {
 public:
  /// `steps` must be able to occur in this order; remarks, header and critical step (0: none) say
  /// what is known of the run. `model` must outlive the session.
  explicit NetSession(cpn::lua::LuaModel* model, std::vector<cpn::BindingElementId> steps = {},
                      trace::Header header = {}, std::vector<trace::Remark> remarks = {},
                      std::size_t critical = 0);

  trace::Step StepAt(std::size_t number) override;
  std::string StepText(std::size_t number) override;
  std::vector<std::string> Changes(std::size_t number) override;
  std::vector<StateLine> StateAt(std::size_t step) override;
  std::vector<std::string> Difference(std::size_t from, std::size_t to) override;
  const std::vector<trace::Remark>& remarks() const override;
  const trace::Header& header() const override { return header_; }
  std::optional<std::size_t> CriticalStep() const override;

  cpn::lua::LuaModel& model() { return model_; }
  const RunTree& tree() const { return tree_; }
  const cpn::Marking& MarkingAt(std::size_t step) { return markings_.At({at_.branch, step}); }
  const cpn::Marking& MarkingOf(Position position) { return markings_.At(position); }
  cpn::BindingElementId ElementAt(std::size_t number) const {
    return tree_.StepAt(at_.branch, number);
  }
  /// The run up to the present step.
  std::vector<cpn::BindingElementId> Run() const { return tree_.StepsOf(at_.branch, at_.step); }

  /// What can occur at the present marking, in canonical order. Valid until the next call of
  /// anything.
  std::span<const cpn::BindingElementId> Choices();
  /// Takes a step, which must be one of Choices(): goes on along what was tried, or begins a
  /// branch.
  void Fire(cpn::BindingElementId element);
  /// The choice that is meant by a transition's name and some values, "{x = 1}". Throws
  /// SessionError when none or several are.
  cpn::BindingElementId FindChoice(const std::string& transition, std::string_view binding);
  /// Takes steps by chance, as likely as their weights, until the liveness property is live.
  /// Nothing: `most_steps` were taken, or the end was reached, without.
  std::optional<std::size_t> WalkToLife(const std::string& property, const WalkOptions& options);

  std::size_t BreakAtTransition(const std::string& name);
  std::size_t BreakAtPlace(const std::string& name);
  /// `expression` is Lua, in which M is the marking: "#M.Sent > 1". Throws ModelError.
  std::size_t BreakIf(const std::string& expression);
  /// Where the property is live, or violated. Throws SessionError for properties without such a
  /// condition.
  std::size_t BreakAtProperty(const std::string& name);
  /// What `condition` says of the marking of a place of the tree. Throws ModelError.
  bool Holds(const cpn::ctl::Formula& condition, const cpn::Marking& marking);
  /// Names as people write them, by id.
  const std::vector<std::string>& transition_names() const { return transition_names_; }
  const std::vector<std::string>& place_names() const { return place_names_; }

 private:
  std::size_t LengthOf(BranchId branch) const override { return tree_.Length(branch); }
  std::size_t Branches() const override { return tree_.branches().size(); }
  RunTree::Mark Now() const override { return tree_.Now(); }
  void Forget(RunTree::Mark mark) override;
  bool Meets(const Breakpoint& breakpoint, std::size_t number) override;
  const cpn::ctl::Property& FindProperty(const std::string& name) const;

  cpn::lua::LuaModel& model_;
  cpn::Engine& engine_;
  cpn::ctl::StateFunctionMemo memo_;
  RunTree tree_;
  Markings markings_;
  trace::Header header_;
  std::vector<trace::Remark> remarks_, no_remarks_;
  std::size_t remarked_ = 0;  ///< steps of the first branch that the remarks are about
  std::size_t critical_ = 0;  ///< step of the first branch; 0: not known
  std::vector<std::string> transition_names_, place_names_;
  cpn::Marking choices_at_;
};

}  // namespace debugger
