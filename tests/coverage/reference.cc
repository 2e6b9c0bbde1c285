#include "tests/coverage/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace coverage {
namespace {

struct State {
  int fuel = 0;
  std::array<std::array<int, kColours>, kPlaces> tokens{};
};

struct Step {
  std::size_t transition = 0;
  int x = 0;
  int y = 0;  ///< 0: there is none
};

std::string Text(const Step& step) {
  return fmt::format("T{} {} {}", step.transition, step.x, step.y);
}

std::string PlaceText(const State& state, int place) {
  return fmt::format("P{}:{},{}", place, state.tokens[place][0], state.tokens[place][1]);
}

std::string Text(const State& state) {
  std::string text = fmt::format("{}", state.fuel);
  for (int place = 0; place < kPlaces; ++place) text += " " + PlaceText(state, place);
  return text;
}

/// Evaluates from left to right; `values` gets a letter for each condition, in their order.
bool Evaluate(const Expression& expression, int x, int y, bool reached, std::string& values) {
  if (expression.kind == Expression::Kind::kCondition) {
    const bool holds = Holds(expression.condition, x, y);
    values += !reached ? '-' : holds ? 'T' : 'F';
    return holds;
  }
  if (expression.kind == Expression::Kind::kNot) {
    return !Evaluate(expression.operands[0], x, y, reached, values);
  }
  const bool all = expression.kind == Expression::Kind::kAnd;
  bool result = all;
  for (const Expression& operand : expression.operands) {
    const bool goes_on = reached && result == all;
    const bool holds = Evaluate(operand, x, y, goes_on, values);
    if (goes_on) result = holds;
  }
  return result;
}

/// The guard as a whole: "TF- false".
std::string EvaluationText(const RandomTransition& transition, int x, int y, bool& holds) {
  std::string values;
  holds = true;
  for (const Expression& expression : transition.guard) {
    const bool part = Evaluate(expression, x, y, holds, values);
    if (holds) holds = part;
  }
  return values + (holds ? " true" : " false");
}

class Runs {
 public:
  explicit Runs(const RandomNet& net) : net_(net) {}

  std::map<Observed, OfCase> Find() {
    State initial;
    initial.fuel = net_.fuel;
    initial.tokens = net_.initial;
    Walk(initial, {}, {}, "");
    return std::move(cases_);
  }

 private:
  /// What a marking has by itself.
  void LookAt(const State& state, const std::vector<Step>& enabled, Things& things) const {
    for (int place = 0; place < kPlaces; ++place) {
      things.insert("place-marking " + PlaceText(state, place));
      for (int colour = 0; colour < kColours; ++colour) {
        if (state.tokens[place][colour] > 0) {
          things.insert(fmt::format("value P{} {}", place, colour));
        }
      }
    }
    things.insert(fmt::format("place-marking fuel {}", state.fuel));
    if (state.fuel > 0) things.insert("value fuel");
    const bool high = std::any_of(enabled.begin(), enabled.end(), [&](const Step& step) {
      return net_.transitions[step.transition].high;
    });
    for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
      if (net_.transitions[t].guard.empty() || (high && !net_.transitions[t].high)) continue;
      for (const Step& step : Candidates(state, t)) {
        bool holds = false;
        things.insert(fmt::format("evaluation T{} {}", t,
                                  EvaluationText(net_.transitions[t], step.x, step.y, holds)));
      }
    }
  }

  /// Bindings for which the tokens are there.
  std::vector<Step> Candidates(const State& state, std::size_t t) const {
    const RandomTransition& transition = net_.transitions[t];
    std::vector<Step> found;
    if (state.fuel == 0) return found;
    for (int x = 1; x <= kColours; ++x) {
      for (int y = transition.y_from < 0 ? 0 : 1; y <= (transition.y_from < 0 ? 0 : kColours);
           ++y) {
        State left = state;
        if (left.tokens[transition.x_from][x - 1]-- <= 0) continue;
        if (y > 0 && left.tokens[transition.y_from][y - 1]-- <= 0) continue;
        found.push_back({t, x, y});
      }
    }
    return found;
  }

  std::vector<Step> Enabled(const State& state) const {
    std::vector<Step> high, low;
    for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
      for (const Step& step : Candidates(state, t)) {
        bool holds = false;
        EvaluationText(net_.transitions[t], step.x, step.y, holds);
        if (holds) (net_.transitions[t].high ? high : low).push_back(step);
      }
    }
    return high.empty() ? low : high;
  }

  State After(State state, const Step& step) const {
    const RandomTransition& transition = net_.transitions[step.transition];
    --state.fuel;
    --state.tokens[transition.x_from][step.x - 1];
    if (step.y > 0) --state.tokens[transition.y_from][step.y - 1];
    for (const auto& [place, what] : transition.outputs) {
      const int value = what == 'x' ? step.x : what == 'y' ? step.y : what - '0';
      ++state.tokens[place][value - 1];
    }
    return state;
  }

  void Walk(const State& state, Things things, Observed observed, const std::string& last) {
    const std::vector<Step> enabled = Enabled(state);
    LookAt(state, enabled, things);
    if (enabled.empty()) return End(std::move(things), std::move(observed));
    for (const Step& step : enabled) {
      Things more = things;
      more.insert(fmt::format("transition T{}", step.transition));
      more.insert(fmt::format("variable T{} {}", step.transition, step.x));
      more.insert("binding " + Text(step));
      more.insert("arc " + Text(state) + " " + Text(step));
      Observed seen = observed;
      std::string now = last;
      if (net_.transitions[step.transition].observed != '-') {
        seen.push_back(fmt::format("T{} {}", step.transition, step.x));
        if (!last.empty()) more.insert("pair " + last + " then " + Text(step));
        now = Text(step);
      }
      Walk(After(state, step), std::move(more), std::move(seen), now);
    }
  }

  void End(Things things, Observed observed) {
    if (!net_.sequence) {
      const std::set<std::string> sorted(observed.begin(), observed.end());
      observed.assign(sorted.begin(), sorted.end());
    }
    const auto [entry, is_new] = cases_.try_emplace(observed);
    OfCase& of_case = entry->second;
    if (is_new) {
      of_case.every = things;
    } else {
      Things both;
      std::set_intersection(of_case.every.begin(), of_case.every.end(), things.begin(),
                            things.end(), std::inserter(both, both.end()));
      of_case.every = std::move(both);
    }
    of_case.some.merge(things);
  }

  const RandomNet& net_;
  std::map<Observed, OfCase> cases_;
};

std::vector<std::string> Starting(const Things& things, const std::string& word) {
  std::vector<std::string> found;
  for (const std::string& thing : things) {
    if (thing.starts_with(word + " ")) found.push_back(thing.substr(word.size() + 1));
  }
  return found;
}

/// The outcomes, outcomes of conditions, or deciding conditions that the evaluations show.
Things GuardPoints(const std::string& criterion, const Things& things) {
  struct Seen {
    std::string transition, values, outcome;
  };
  std::vector<Seen> all;
  for (const std::string& text : Starting(things, "evaluation")) {
    const std::size_t first = text.find(' '), second = text.rfind(' ');
    all.push_back({text.substr(0, first), text.substr(first + 1, second - first - 1),
                   text.substr(second + 1)});
  }
  Things points;
  for (const Seen& a : all) {
    if (criterion == "decisions") points.insert(a.transition + " " + a.outcome);
    for (std::size_t c = 0; c < a.values.size(); ++c) {
      if (criterion == "conditions" && a.values[c] != '-') {
        points.insert(fmt::format("{} {} {}", a.transition, c, a.values[c]));
      }
      for (const Seen& b : all) {
        if (criterion != "mcdc" || a.transition != b.transition || a.outcome == b.outcome) continue;
        if (a.values[c] != 'T' || b.values[c] != 'F') continue;
        bool same = true;
        for (std::size_t d = 0; d < a.values.size(); ++d) {
          const bool both = a.values[d] != '-' && b.values[d] != '-';
          if (d != c && both && a.values[d] != b.values[d]) same = false;
        }
        if (same) points.insert(fmt::format("{} {}", a.transition, c));
      }
    }
  }
  return points;
}

Things PointsOf(const std::string& criterion, const Things& things) {
  static const std::map<std::string, std::string> kWords = {{"transitions", "transition"},
                                                            {"bindings", "binding"},
                                                            {"transitions by x", "variable"},
                                                            {"arcs", "arc"},
                                                            {"values", "value"},
                                                            {"place-markings", "place-marking"},
                                                            {"pairs", "pair"}};
  const auto word = kWords.find(criterion);
  if (word == kWords.end()) return GuardPoints(criterion, things);
  const std::vector<std::string> found = Starting(things, word->second);
  return {found.begin(), found.end()};
}

}  // namespace

std::map<Observed, OfCase> AllCases(const RandomNet& net) { return Runs(net).Find(); }

Figures Count(const std::string& criterion, const Things& some, const Things& every,
              const Things& reachable) {
  return {PointsOf(criterion, some).size(), PointsOf(criterion, every).size(),
          PointsOf(criterion, reachable).size()};
}

}  // namespace coverage
