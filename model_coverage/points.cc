#include "model_coverage/points.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cpn/net/inscription.h"

namespace model_coverage {
namespace {

constexpr std::array<std::string_view, 11> kNames = {
    "transitions", "bindings",   "variable", "arcs",     "values", "place-markings",
    "decisions",   "conditions", "mcdc",     "premises", "pairs"};

}  // namespace

std::string_view NameOf(Criterion criterion) { return kNames[static_cast<std::size_t>(criterion)]; }

std::optional<Criterion> CriterionNamed(std::string_view name) {
  for (const Criterion criterion : AllCriteria()) {
    if (NameOf(criterion) == name) return criterion;
  }
  return std::nullopt;
}

std::vector<Criterion> AllCriteria() {
  std::vector<Criterion> all;
  for (std::size_t i = 0; i < kNames.size(); ++i) all.push_back(static_cast<Criterion>(i));
  return all;
}

std::vector<Point> Points::Of(Criterion criterion) const {
  switch (criterion) {
    case Criterion::kTransitions:
      return DeclaredPoints(criterion, Kind::kTransition, model_.net().transitions().size());
    case Criterion::kBindings:
      return PlainPoints(criterion, Kind::kBinding);
    case Criterion::kVariable:
      return PlainPoints(criterion, Kind::kVariable);
    case Criterion::kArcs:
      return PlainPoints(criterion, Kind::kArc);
    case Criterion::kValues:
      return PlainPoints(criterion, Kind::kValue);
    case Criterion::kPlaceMarkings:
      return PlainPoints(criterion, Kind::kPlaceMarking);
    case Criterion::kPremises:
      return DeclaredPoints(criterion, Kind::kPremise, premises_.all().size());
    case Criterion::kPairs:
      return PlainPoints(criterion, Kind::kPair);
    default:
      return DecisionPoints(criterion);
  }
}

std::vector<Point> Points::PlainPoints(Criterion criterion, Kind kind) const {
  std::vector<Point> points;
  for (ItemId id = 0; id < graph_.items.size(); ++id) {
    if (graph_.items[id].kind != kind) continue;
    points.push_back({criterion, graph_.items[id], false, {{id, id}}});
  }
  return points;
}

std::vector<Point> Points::DeclaredPoints(Criterion criterion, Kind kind, std::size_t count) const {
  std::vector<Point> points;
  for (std::uint32_t i = 0; i < count; ++i) points.push_back({criterion, {kind, i, 0}, false, {}});
  for (const Point& reached : PlainPoints(criterion, kind)) {
    points[reached.item.a].ways = reached.ways;
  }
  return points;
}

std::vector<Point> Points::DecisionPoints(Criterion criterion) const {
  std::vector<Point> points;
  for (DecisionId id = 0; id < decisions_.count(); ++id) {
    if (decisions_.ConditionsOf(id).empty()) continue;
    if (criterion == Criterion::kDecisions) {
      AddOutcomes(id, points);
    } else {
      AddConditions(id, criterion, points);
    }
  }
  return points;
}

std::vector<std::pair<std::uint32_t, ItemId>> Points::EvaluationsIn(DecisionId decision) const {
  std::vector<std::pair<std::uint32_t, ItemId>> found;
  const std::size_t known = decisions_.EvaluationsOf(decision).size();
  for (std::uint32_t number = 0; number < known; ++number) {
    const Item item{Kind::kEvaluation, decision, number};
    if (const auto id = graph_.items.Find(item)) found.emplace_back(number, *id);
  }
  return found;
}

void Points::AddOutcomes(DecisionId decision, std::vector<Point>& points) const {
  const std::vector<Evaluation>& all = decisions_.EvaluationsOf(decision);
  for (const bool value : {true, false}) {
    Point point{Criterion::kDecisions, {Kind::kEvaluation, decision, 0}, value, {}};
    for (const auto& [number, item] : EvaluationsIn(decision)) {
      if (all[number].outcome == value) point.ways.emplace_back(item, item);
    }
    points.push_back(std::move(point));
  }
}

void Points::AddConditions(DecisionId decision, Criterion criterion,
                           std::vector<Point>& points) const {
  const std::vector<Evaluation>& all = decisions_.EvaluationsOf(decision);
  const std::vector<std::pair<std::uint32_t, ItemId>> here = EvaluationsIn(decision);
  const auto conditions = static_cast<std::uint32_t>(decisions_.ConditionsOf(decision).size());
  for (std::uint32_t c = 0; c < conditions; ++c) {
    if (criterion == Criterion::kMcdc) {
      Point point{criterion, {Kind::kEvaluation, decision, c}, false, {}};
      for (std::size_t i = 0; i < here.size(); ++i) {
        for (std::size_t k = i + 1; k < here.size(); ++k) {
          if (!ShowsToDecide(all[here[i].first], all[here[k].first], c)) continue;
          point.ways.emplace_back(here[i].second, here[k].second);
        }
      }
      points.push_back(std::move(point));
      continue;
    }
    for (const bool value : {true, false}) {
      Point point{criterion, {Kind::kEvaluation, decision, c}, value, {}};
      for (const auto& [number, item] : here) {
        if (all[number].values[c] == (value ? 'T' : 'F')) point.ways.emplace_back(item, item);
      }
      points.push_back(std::move(point));
    }
  }
}

std::string Points::Text(const Point& point) const {
  const cpn::Net& net = model_.net();
  const Item& item = point.item;
  const char* const value = point.value ? "true" : "false";
  switch (point.criterion) {
    case Criterion::kTransitions:
      return net.transitions()[item.a].name;
    case Criterion::kBindings:
      return model_.engine().FormatElement(item.a);
    case Criterion::kVariable:
      return fmt::format("{}: {}", net.transitions()[item.a].name,
                         model_.values().Format(cpn::Value{item.b}));
    case Criterion::kArcs:
      return fmt::format("in marking {}: {}", graph_.sources[item.a] + 1,
                         model_.engine().FormatElement(graph_.elements[item.a]));
    case Criterion::kValues:
      return fmt::format("{}: {}", net.places()[item.a].name,
                         model_.values().Format(cpn::Value{item.b}));
    case Criterion::kPlaceMarkings:
      return fmt::format("{}: {}", net.places()[item.a].name,
                         model_.multisets().Format(cpn::MultiSet{item.b}));
    case Criterion::kDecisions:
      return fmt::format("{} is {}", decisions_.NameOf(item.a), value);
    case Criterion::kConditions:
      return fmt::format("{}: {} is {}", decisions_.NameOf(item.a),
                         decisions_.ConditionsOf(item.a)[item.b], value);
    case Criterion::kMcdc:
      return fmt::format("{}: {} decides", decisions_.NameOf(item.a),
                         decisions_.ConditionsOf(item.a)[item.b]);
    case Criterion::kPremises: {
      const Premise& premise = premises_.all()[item.a];
      return fmt::format("{}: the premise of line {}", premise.property, premise.where.line);
    }
    case Criterion::kPairs:
      return fmt::format("{}, then {}", model_.engine().FormatElement(item.a),
                         model_.engine().FormatElement(item.b));
  }
  return "";
}

cpn::SourceLocation Points::Where(const Point& point) const {
  switch (point.criterion) {
    case Criterion::kTransitions:
    case Criterion::kVariable:
      return model_.net().transitions()[point.item.a].declaration->where;
    case Criterion::kDecisions:
    case Criterion::kConditions:
    case Criterion::kMcdc:
      return model_.net().transitions()[decisions_.TransitionOf(point.item.a)].declaration->where;
    case Criterion::kValues:
    case Criterion::kPlaceMarkings:
      return model_.net().places()[point.item.a].where;
    case Criterion::kPremises:
      return premises_.all()[point.item.a].where;
    default:
      return {};
  }
}

}  // namespace model_coverage
