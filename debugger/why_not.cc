#include "debugger/why_not.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "cpn/why/near_bindings.h"
#include "cpn/why/obstacle_text.h"
#include "cpn/why/read_value.h"
#include "debugger/names.h"

namespace debugger {
namespace {

constexpr std::size_t kMostShown = 3;
constexpr std::size_t kMostWeighed = 32;
constexpr std::size_t kMostObstacles = 8;

using cpn::why::NearBinding;

/// Which step of the session's run put or took a token last.
class History {
 public:
  explicit History(NetSession& session) : session_(session) {}

  cpn::why::History Questions() {
    return {[this](cpn::PlaceId place, cpn::Value value) { return Last(place, value, true); },
            [this](cpn::PlaceId place, cpn::Value value) { return Last(place, value, false); }};
  }

 private:
  /// Backwards from the present step, since what matters is mostly near.
  std::optional<std::size_t> Last(cpn::PlaceId place, cpn::Value value, bool put) {
    constexpr std::size_t kMostSteps = 100'000;
    const cpn::Engine& engine = session_.model().engine();
    const cpn::MultiSetStore& store = engine.multisets();
    const std::size_t now = session_.at();
    for (std::size_t number = now; number > 0 && now - number < kMostSteps; --number) {
      for (const cpn::TokenMove& move : engine.Moves(session_.ElementAt(number))) {
        if (move.place != place) continue;
        if (store.Count(put ? move.added : move.removed, value) > 0) return number;
        if (put || !move.reset) continue;
        if (store.Count(session_.MarkingAt(number - 1)[place], value) > 0) return number;
      }
    }
    return std::nullopt;
  }

  NetSession& session_;
};

std::vector<std::optional<cpn::Value>> ReadBound(NetSession& session,
                                                 const cpn::Transition& transition,
                                                 std::string_view binding) {
  cpn::lua::LuaModel& model = session.model();
  const auto& variables = transition.declaration->variables;
  std::vector<std::string> names;
  for (const cpn::Variable& variable : variables) names.push_back(variable.name);
  std::vector<std::optional<cpn::Value>> bound(variables.size());
  for (const auto& [name, text] : ReadBinding(binding)) {
    const std::size_t i = FindName("variable", name, names);
    bound[i] = cpn::why::ReadValue(text, variables[i].type, model.colour_sets(), model.values());
    if (bound[i]) continue;
    throw SessionError(fmt::format("{} = {}: {} is no colour of {}", name, text, text,
                                   model.colour_sets()[variables[i].type].name));
  }
  return bound;
}

}  // namespace

WhyNot ExplainWhyNot(NetSession& session, const std::string& transition, std::string_view binding) {
  cpn::Engine& engine = session.model().engine();
  const auto id = static_cast<cpn::TransitionId>(
      FindName("transition", transition, session.transition_names()));
  WhyNot answer;
  answer.transition = session.transition_names()[id];
  const cpn::why::Question question{
      .transition = id,
      .bound = ReadBound(session, engine.net().transitions()[id], binding),
      .hints = {}};
  for (const cpn::BindingElementId choice : session.Choices()) {
    const cpn::BindingElement element = engine.Element(choice);
    bool fits = element.transition == id;
    for (std::size_t i = 0; fits && i < question.bound.size(); ++i) {
      fits = !question.bound[i] || *question.bound[i] == element.binding[i];
    }
    if (fits) answer.enabled.push_back(engine.FormatElement(choice));
  }
  if (!answer.enabled.empty()) return answer;

  const cpn::Marking marking = session.MarkingAt(session.at());
  std::vector<std::pair<std::size_t, NearBinding>> found;
  cpn::why::NearLimits limits;
  limits.max_weight = kMostObstacles;
  cpn::why::ForEachNearBinding(engine, marking, question, limits, [&](const NearBinding& near) {
    if (!found.empty() && near.weight > found.front().second.weight) return false;
    found.emplace_back(cpn::why::Distance(engine, marking, near), near);
    return found.size() < kMostWeighed;
  });
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  found.resize(std::min(found.size(), kMostShown));
  History history(session);
  for (const auto& [distance, near] : found) {
    NearMiss miss{cpn::why::ToString(engine, near), {}};
    for (const cpn::why::Obstacle& obstacle : near.obstacles) {
      miss.reasons.push_back(
          cpn::why::ToString(engine, marking, near, obstacle, history.Questions()));
    }
    answer.nearest.push_back(std::move(miss));
  }
  return answer;
}

}  // namespace debugger
