#include "cpn/why/obstacle_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <vector>

#include "cpn/engine/binding_format.h"

namespace cpn::why {
namespace {

constexpr std::size_t kShownTokens = 3;

bool HasParts(ValueKind kind) {
  return kind == ValueKind::kTuple || kind == ValueKind::kList || kind == ValueKind::kRecord ||
         kind == ValueKind::kUnion;
}

/// The number of parts in which two values differ; of values without parts: are they different?
std::size_t Difference(const ValueStore& values, Value a, Value b) {
  if (a == b) return 0;
  const ValueKind kind = values.Kind(a);
  if (kind != values.Kind(b) || !HasParts(kind)) return 1;
  if (kind == ValueKind::kUnion && values.Constructor(a) != values.Constructor(b)) return 2;
  const std::span<const Value> x = values.Elements(a);
  const std::span<const Value> y = values.Elements(b);
  const std::size_t common = std::min(x.size(), y.size());
  std::size_t difference = std::max(x.size(), y.size()) - common;
  for (std::size_t i = 0; i < common; ++i) difference += Difference(values, x[i], y[i]);
  return difference;
}

/// The tokens of the place, those that are most like `value` first.
std::vector<MultiSetEntry> Nearest(const Engine& engine, MultiSet place, Value value) {
  const std::span<const MultiSetEntry> entries = engine.multisets().Entries(place);
  std::vector<MultiSetEntry> nearest(entries.begin(), entries.end());
  std::stable_sort(nearest.begin(), nearest.end(),
                   [&](const MultiSetEntry& a, const MultiSetEntry& b) {
                     return Difference(engine.values(), a.value, value) <
                            Difference(engine.values(), b.value, value);
                   });
  return nearest;
}

std::string TokenText(const Engine& engine, PlaceId place, const MultiSetEntry& token,
                      const History& history) {
  std::string text = fmt::format("{}`{}", token.count, engine.values().Format(token.value));
  if (!history.put) return text;
  const std::optional<std::size_t> step = history.put(place, token.value);
  return text + (step ? fmt::format(" since step {}", *step) : " from the start");
}

std::string HeldText(const Engine& engine, PlaceId place, const std::vector<MultiSetEntry>& tokens,
                     const History& history) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < tokens.size() && i < kShownTokens; ++i) {
    texts.push_back(TokenText(engine, place, tokens[i], history));
  }
  std::string text = fmt::format("{}", fmt::join(texts, ", "));
  if (tokens.size() > kShownTokens) {
    text += fmt::format(" and {} more kinds of tokens", tokens.size() - kShownTokens);
  }
  return text;
}

std::string TokenClause(const Engine& engine, const Marking& marking, const Obstacle& obstacle,
                        const History& history) {
  const std::string& place = engine.net().places()[obstacle.place].name;
  const MultiSet held = marking[obstacle.place];
  std::string text = fmt::format(
      "needs {}`{} on {}", obstacle.count,
      obstacle.needed ? engine.values().Format(*obstacle.needed) : obstacle.pattern, place);
  if (held.id == 0) {
    text += ", which is empty";
  } else {
    const std::span<const MultiSetEntry> entries = engine.multisets().Entries(held);
    const std::vector<MultiSetEntry> tokens =
        obstacle.needed ? Nearest(engine, held, *obstacle.needed)
                        : std::vector<MultiSetEntry>(entries.begin(), entries.end());
    text += fmt::format("; there is {}", HeldText(engine, obstacle.place, tokens, history));
  }
  if (obstacle.needed && obstacle.available == 0 && history.took) {
    const std::optional<std::size_t> step = history.took(obstacle.place, *obstacle.needed);
    if (step) text += fmt::format("; step {} took it", *step);
  }
  return text;
}

/// "(m.lua:12) for c = 2, n = 7".
std::string CallText(const Engine& engine, const NearBinding& near, FunctionId id) {
  const Function& function = engine.net().model().functions[id];
  const TransitionDeclaration& declaration =
      *engine.net().transitions()[near.transition].declaration;
  std::vector<std::string> values;
  for (const std::string& parameter : function.parameters) {
    for (std::size_t v = 0; v < declaration.variables.size(); ++v) {
      if (declaration.variables[v].name != parameter) continue;
      values.push_back(fmt::format("{} = {}", parameter, engine.values().Format(near.binding[v])));
    }
  }
  std::string text;
  if (!function.where.file.empty()) {
    text = fmt::format(" ({}:{})", function.where.file, function.where.line);
  }
  if (!values.empty()) text += fmt::format(" for {}", fmt::join(values, ", "));
  return text;
}

/// The source text when it is short enough to be read in a sentence.
std::string SourceText(const Function& function) {
  constexpr std::size_t kShort = 60;
  const bool fits = !function.text.empty() && function.text.size() <= kShort &&
                    function.text.find('\n') == std::string::npos;
  return fits ? ' ' + function.text : "";
}

}  // namespace

std::string ToString(const Engine& engine, const NearBinding& near) {
  const BindingElement element{near.transition, near.binding, {}};
  return engine.net().transitions()[near.transition].name + ' ' +
         FormatBinding(engine.net(), element, engine.values());
}

std::string ToString(Engine& engine, const Marking& marking, const NearBinding& near,
                     const Obstacle& obstacle, const History& history) {
  const Function* function = nullptr;
  if (obstacle.kind == Obstacle::Kind::kGuard || obstacle.kind == Obstacle::Kind::kLet) {
    function = &engine.net().model().functions[obstacle.function];
  }
  switch (obstacle.kind) {
    case Obstacle::Kind::kToken:
      return TokenClause(engine, marking, obstacle, history);
    case Obstacle::Kind::kGuard:
      return fmt::format("needs its guard{} to hold, which is false{}", SourceText(*function),
                         CallText(engine, near, obstacle.function));
    case Obstacle::Kind::kLet: {
      const TransitionDeclaration& declaration =
          *engine.net().transitions()[near.transition].declaration;
      return fmt::format(
          "needs {} = {}, but it is {}{}", declaration.variables[obstacle.variable].name,
          engine.values().Format(near.binding[obstacle.variable]),
          engine.values().Format(*obstacle.value), CallText(engine, near, obstacle.function));
    }
    case Obstacle::Kind::kInhibitor: {
      const std::span<const MultiSetEntry> held =
          engine.multisets().Entries(marking[obstacle.place]);
      return fmt::format("is disabled by an inhibitor arc: {} holds {}",
                         engine.net().places()[obstacle.place].name,
                         HeldText(engine, obstacle.place, {held.begin(), held.end()}, history));
    }
    case Obstacle::Kind::kPriority:
      return fmt::format("has to wait for {}, which has a higher priority",
                         engine.FormatElement(obstacle.element));
  }
  return "";
}

std::size_t Distance(const Engine& engine, const Marking& marking, const NearBinding& near) {
  constexpr std::size_t kNothingLikeIt = 8;
  std::size_t distance = 0;
  for (const Obstacle& obstacle : near.obstacles) {
    if (obstacle.kind != Obstacle::Kind::kToken) continue;
    std::size_t nearest = kNothingLikeIt;
    if (obstacle.needed) {
      for (const MultiSetEntry& entry : engine.multisets().Entries(marking[obstacle.place])) {
        nearest = std::min(nearest, Difference(engine.values(), entry.value, *obstacle.needed));
      }
    }
    distance += nearest;
  }
  return distance;
}

}  // namespace cpn::why
