#include "debugger/net_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "base/random.h"
#include "cpn/ctl/propositional.h"
#include "debugger/marking_difference.h"
#include "debugger/move_text.h"
#include "debugger/names.h"
#include "debugger/net_step.h"
#include "search/nets/goal.h"
#include "search/nets/net_system.h"

namespace debugger {
namespace {

constexpr std::size_t kMemoBytes = std::size_t{16} << 20;
/// Choices that a message lists.
constexpr std::size_t kMostFound = 10;

std::string ModuleOf(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? std::string() : name.substr(0, dot);
}

}  // namespace

NetSession::NetSession(cpn::lua::LuaModel* model, std::vector<cpn::BindingElementId> steps,
                       trace::Header header, std::vector<trace::Remark> remarks,
                       std::size_t critical)
    : model_(*model),
      engine_(model->engine()),
      memo_(&model->state_functions(), &model->net(), &model->multisets(), kMemoBytes),
      tree_(std::move(steps)),
      markings_(&engine_, &tree_),
      header_(std::move(header)),
      remarks_(std::move(remarks)),
      remarked_(tree_.Length(0)),
      critical_(critical) {
  for (const cpn::Transition& each : model->net().transitions()) {
    transition_names_.push_back(each.name);
  }
  for (const cpn::Place& each : model->net().places()) place_names_.push_back(each.name);
  markings_.At({0, Length()});  // all keyframes: a jump is never the first one
}

trace::Step NetSession::StepAt(std::size_t number) {
  return StepOf(engine_, MarkingAt(number - 1), ElementAt(number));
}

std::string NetSession::StepText(std::size_t number) {
  return engine_.FormatElement(ElementAt(number));
}

std::vector<std::string> NetSession::Changes(std::size_t number) {
  std::vector<std::string> lines;
  const cpn::Marking& before = MarkingAt(number - 1);
  for (const StepMove& move : MovesOf(engine_, before, ElementAt(number))) {
    for (std::string& line : MoveLines(engine_, before, move.place, move.removed, move.added)) {
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

std::vector<StateLine> NetSession::StateAt(std::size_t step) {
  std::vector<StateLine> lines;
  const cpn::Marking& marking = MarkingAt(step);
  for (cpn::PlaceId place = 0; place < marking.size(); ++place) {
    if (marking[place] == cpn::MultiSet{}) continue;
    const std::string& name = place_names_[place];
    lines.push_back({ModuleOf(name), name, engine_.multisets().Format(marking[place])});
  }
  return lines;
}

std::vector<std::string> NetSession::Difference(std::size_t from, std::size_t to) {
  const cpn::Marking before = MarkingAt(from);
  return MarkingDifference(engine_, before, MarkingAt(to));
}

const std::vector<trace::Remark>& NetSession::remarks() const {
  // They are about the run that was opened, as far as the branch shares it.
  return tree_.Shared(0, at_.branch) >= remarked_ ? remarks_ : no_remarks_;
}

std::optional<std::size_t> NetSession::CriticalStep() const {
  if (critical_ == 0 || tree_.Shared(0, at_.branch) < critical_) return std::nullopt;
  return critical_;
}

std::span<const cpn::BindingElementId> NetSession::Choices() {
  choices_at_ = markings_.At(at_);
  return engine_.Enabled(choices_at_);
}

void NetSession::Fire(cpn::BindingElementId element) {
  Remember();
  at_ = tree_.Take(at_, element);
}

cpn::BindingElementId NetSession::FindChoice(const std::string& transition,
                                             std::string_view binding) {
  const std::size_t wanted = FindName("transition", transition, transition_names_);
  const auto values = ReadBinding(binding);
  const auto& variables = engine_.net().transitions()[wanted].declaration->variables;
  std::vector<std::string> names;
  for (const cpn::Variable& variable : variables) names.push_back(variable.name);
  std::vector<std::size_t> which;
  for (const auto& [name, text] : values) which.push_back(FindName("variable", name, names));
  const std::vector<cpn::BindingElementId> choices(Choices().begin(), Choices().end());
  std::vector<cpn::BindingElementId> found;
  for (const cpn::BindingElementId id : choices) {
    const cpn::BindingElement element = engine_.Element(id);
    if (element.transition != wanted) continue;
    bool fits = true;
    for (std::size_t i = 0; i < values.size(); ++i) {
      fits = fits && engine_.values().Format(element.binding[which[i]]) == values[i].second;
    }
    if (fits) found.push_back(id);
  }
  if (found.size() == 1) return found.front();
  const std::string& name = transition_names_[wanted];
  if (found.empty()) {
    throw SessionError(fmt::format("{} cannot occur{} here; `why {}` says what it lacks", name,
                                   values.empty() ? "" : " so", name));
  }
  std::string text = fmt::format("{} can occur in {} ways; say which:", name, found.size());
  for (std::size_t i = 0; i < std::min(found.size(), kMostFound); ++i) {
    text += "\n  " + engine_.FormatElement(found[i]);
  }
  throw SessionError(text);
}

std::optional<std::size_t> NetSession::WalkToLife(const std::string& property,
                                                  const WalkOptions& options) {
  const auto goal = search::nets::GoalOf(FindProperty(property));
  if (const std::string* why = std::get_if<std::string>(&goal)) {
    throw SessionError(fmt::format("\"{}\" has no live states: {}", property, *why));
  }
  const cpn::ctl::Formula& condition = *std::get<search::nets::Goal>(goal).condition;
  Remember();
  base::Random random(options.seed);
  for (std::size_t taken = 0;; ++taken) {
    if (Holds(condition, markings_.At(at_))) return taken;
    if (taken == options.most_steps) return std::nullopt;
    if (options.stop && taken % 256 == 0 && options.stop()) return std::nullopt;
    std::uint64_t sum = 0;
    std::vector<std::uint64_t> sums;
    const std::span<const cpn::BindingElementId> choices = Choices();
    for (const cpn::BindingElementId id : choices) {
      const cpn::TransitionId transition = engine_.Element(id).transition;
      sum += search::nets::WeightOf(*engine_.net().transitions()[transition].declaration);
      sums.push_back(sum);
    }
    if (sum == 0) return std::nullopt;
    const std::uint64_t drawn = random.Next() % sum;
    const auto chosen = std::upper_bound(sums.begin(), sums.end(), drawn);
    at_ = tree_.Take(at_, choices[static_cast<std::size_t>(chosen - sums.begin())]);
  }
}

void NetSession::Forget(RunTree::Mark mark) {
  if (mark == tree_.Now()) return;
  tree_.Forget(mark);
  markings_.Trim();
}

bool NetSession::Holds(const cpn::ctl::Formula& condition, const cpn::Marking& marking) {
  return cpn::ctl::IsTrue(condition, memo_, [&](cpn::PlaceId place) { return marking[place]; });
}

const cpn::ctl::Property& NetSession::FindProperty(const std::string& name) const {
  std::vector<std::string> names;
  for (const cpn::ctl::Property& each : model_.properties()) names.push_back(each.name);
  return model_.properties()[FindName("property", name, names)];
}

}  // namespace debugger
