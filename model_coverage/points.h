// What a suite should cover, criterion by criterion: points, each of them an item, or two that show
// something together.
//
// Thread safety: as the model.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cpn/lua/lua_model.h"
#include "model_coverage/decisions.h"
#include "model_coverage/items.h"
#include "model_coverage/premises.h"

namespace model_coverage {

enum class Criterion : std::uint8_t {
  kTransitions,
  kBindings,
  kVariable,       ///< transitions by the value of a variable that the user chose
  kArcs,           ///< of the state space
  kValues,         ///< tokens, by place
  kPlaceMarkings,  ///< multi-sets, by place
  kDecisions,      ///< each guard, and each condition of an arc, true and false
  kConditions,     ///< each condition of these true and false
  kMcdc,           ///< each condition of these shown to decide
  kPremises,       ///< of properties
  kPairs,          ///< of observable binding elements, one after the other
};

/// As options and reports have it: "transitions", "place-markings", "mcdc".
std::string_view NameOf(Criterion criterion);
std::optional<Criterion> CriterionNamed(std::string_view name);
/// All of them, in the order above.
std::vector<Criterion> AllCriteria();

/// Covered when both items of one of the ways are; without ways no run reaches it.
struct Point {
  Criterion criterion = Criterion::kTransitions;
  Item item;           ///< what it is about; of a decision: a is its number, b the condition
  bool value = false;  ///< of a decision or condition: the outcome that is wanted
  std::vector<std::pair<ItemId, ItemId>> ways;
};

class Points {
 public:
  /// All must outlive it.
  Points(cpn::lua::LuaModel& model, const Decisions& decisions, const Premises& premises,
         const ItemGraph& graph)
      : model_(model), decisions_(decisions), premises_(premises), graph_(graph) {}

  /// The points of a criterion, in order. Of transitions, decisions and premises also those that
  /// nothing in the graph reaches.
  std::vector<Point> Of(Criterion criterion) const;
  /// What a point is, for people: "Coordinator.SendDecision (b = ..., d = commit)".
  std::string Text(const Point& point) const;
  /// Where it stands in the model; a line of 0: nowhere.
  cpn::SourceLocation Where(const Point& point) const;

 private:
  std::vector<Point> PlainPoints(Criterion criterion, Kind kind) const;
  std::vector<Point> DeclaredPoints(Criterion criterion, Kind kind, std::size_t count) const;
  std::vector<Point> DecisionPoints(Criterion criterion) const;
  void AddOutcomes(DecisionId decision, std::vector<Point>& points) const;
  void AddConditions(DecisionId decision, Criterion criterion, std::vector<Point>& points) const;
  /// The evaluations of a decision that the graph has: their numbers and items.
  std::vector<std::pair<std::uint32_t, ItemId>> EvaluationsIn(DecisionId decision) const;

  cpn::lua::LuaModel& model_;
  const Decisions& decisions_;
  const Premises& premises_;
  const ItemGraph& graph_;
};

}  // namespace model_coverage
