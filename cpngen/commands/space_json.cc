#include "cpngen/commands/space_json.h"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "cpngen/commands/statistics.h"
#include "cpngen/exploration.h"
#include "cpngen/value_json.h"

namespace cpngen {
namespace {

using cpn::report::Fairness;
using cpn::report::HomeKind;
using cpn::report::StateSpaceReport;

Json Heading(const cpn::lua::LuaModel& model, const SpaceOptions& options, cpn::ExplorationEnd end,
             double seconds) {
  Json json;
  json["model"] = options.model.path;
  json["parameters"] = ParametersJson(model);
  json["complete"] = end == cpn::ExplorationEnd::kComplete;
  json["end"] = NameOf(end);
  json["seconds"] = seconds;
  return json;
}

/// The places that still grew, when a limit ended the exploration.
void AddGrowth(const cpn::Net& net, cpn::ExplorationEnd end, const cpn::Growth& growth,
               Json& json) {
  if (cpn::IsLimit(end)) json["growth"] = GrowthJson(net, growth);
}

/// How much stubborn sets left out, when they were asked for.
void AddReduction(const SpaceOptions& options, const cpn::ExplorationStatistics& exploration,
                  std::uint64_t arcs, Json& json) {
  if (!options.reduction.stubborn) return;
  json["reduction"] = {{"enabled", exploration.enabled_elements}, {"occurred", arcs}};
}

Json NodesJson(const std::vector<cpn::NodeId>& nodes) {
  Json array = Json::array();
  for (const cpn::NodeId node : nodes) array.push_back(std::uint64_t{node} + 1);
  return array;
}

Json NamesJson(const cpn::Net& net, const std::vector<cpn::TransitionId>& transitions) {
  Json array = Json::array();
  for (const cpn::TransitionId t : transitions) array.push_back(net.transitions()[t].name);
  return array;
}

Json BoundsJson(const cpn::Engine& engine, const StateSpaceReport& report) {
  Json places = Json::array();
  for (std::size_t place = 0; place < report.bounds.size(); ++place) {
    const cpn::report::PlaceBounds& bounds = report.bounds[place];
    places.push_back({{"name", engine.net().places()[place].name},
                      {"upper", bounds.upper},
                      {"lower", bounds.lower},
                      {"upper_multi_set", ToJson(engine, bounds.upper_multi_set)},
                      {"lower_multi_set", ToJson(engine, bounds.lower_multi_set)}});
  }
  return places;
}

Json HomeName(HomeKind kind) {
  switch (kind) {
    case HomeKind::kAll:
      return "all";
    case HomeKind::kSome:
      return "some";
    case HomeKind::kNone:
      return "none";
  }
  return nullptr;
}

void AddHome(const StateSpaceReport& report, Json& json) {
  json["home"] = report.home ? HomeName(report.home->kind) : Json(nullptr);
  const bool some = report.home && report.home->kind == HomeKind::kSome;
  json["home_nodes"] = some ? NodesJson(report.home->nodes) : Json(nullptr);
}

Json FairnessJson(const cpn::Net& net, const StateSpaceReport& report) {
  if (!report.fairness) return nullptr;
  constexpr std::array<std::pair<Fairness, const char*>, 4> kNames{
      {{Fairness::kImpartial, "impartial"},
       {Fairness::kFair, "fair"},
       {Fairness::kJust, "just"},
       {Fairness::kNone, "none"}}};
  Json json = Json::object();
  for (const auto& [fairness, name] : kNames) {
    json[name] = Json::array();
    for (std::size_t t = 0; t < report.fairness->size(); ++t) {
      if ((*report.fairness)[t] == fairness) json[name].push_back(net.transitions()[t].name);
    }
  }
  return json;
}

}  // namespace

std::string SpaceJson(cpn::lua::LuaModel& model, const SpaceOptions& options,
                      const StateSpaceReport& report, const cpn::ExplorationStatistics& exploration,
                      double seconds) {
  const cpn::Engine& engine = model.engine();
  const cpn::Net& net = engine.net();
  Json json = Heading(model, options, report.end, seconds);
  json["nodes"] = report.nodes;
  json["expanded_nodes"] = report.expanded;
  json["arcs"] = report.arcs;
  json["depth"] = report.depth;
  json["scc_nodes"] = report.scc.nodes;
  json["scc_arcs"] = report.scc.arcs;
  json["dead_markings"] = report.dead_markings.size();
  json["home_markings"] = report.home ? Json(report.home->count) : Json(nullptr);
  json["bounds"] = BoundsJson(engine, report);
  AddHome(report, json);
  json["dead_nodes"] = NodesJson(report.dead_markings);
  json["dead_transitions"] = NamesJson(net, report.dead_transitions);
  json["live_transitions"] =
      report.live_transitions ? NamesJson(net, *report.live_transitions) : Json(nullptr);
  json["infinite_occurrence_sequences"] =
      report.infinite_sequences ? Json(*report.infinite_sequences) : Json(nullptr);
  json["fairness"] = FairnessJson(net, report);
  AddReduction(options, exploration, report.arcs, json);
  AddGrowth(net, report.end, report.growth, json);
  if (options.stats) json["statistics"] = StatisticsJson(engine.statistics(), exploration);
  return DumpJson(json);
}

namespace {

Json NumberJson(const std::optional<std::uint64_t>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json OrbitsJson(const cpn::symmetry::OrbitStatistics& orbits) {
  Json json;
  json["permutations"] = NumberJson(orbits.group_order);
  json["markings"] = NumberJson(orbits.states);
  json["arcs"] = orbits.has_arcs ? NumberJson(orbits.arcs) : Json(nullptr);
  json["dead_markings"] = orbits.has_arcs ? NumberJson(orbits.dead_markings) : Json(nullptr);
  return json;
}

}  // namespace

std::string CountJson(cpn::lua::LuaModel& model, const SpaceOptions& options,
                      const cpn::StateCount& count, double seconds) {
  Json json = Heading(model, options, count.end, seconds);
  json["nodes"] = count.states;
  json["arcs"] = count.arcs;
  json["depth"] = count.depth;
  json["dead_markings"] = count.dead_markings;
  if (count.orbits) json["orbits"] = OrbitsJson(*count.orbits);
  AddReduction(options, count.statistics, count.arcs, json);
  AddGrowth(model.net(), count.end, count.growth, json);
  if (options.stats) {
    json["statistics"] = StatisticsJson(model.engine().statistics(), count.statistics);
  }
  return DumpJson(json);
}

}  // namespace cpngen
