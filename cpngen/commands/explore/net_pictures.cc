#include "cpngen/commands/explore/net_pictures.h"

#include <map>
#include <utility>
#include <vector>

#include "cpn/draw/draw.h"
#include "cpn/draw/svg_parts.h"

namespace cpngen::explore {
namespace {

using explorer::Json;

std::string Join(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

/// The instances of all modules, outermost first.
class Instances {
 public:
  explicit Instances(const cpn::lua::LuaModel& model) : model_(model), net_(model.net()) {
    for (cpn::TransitionId t = 0; t < net_.transitions().size(); ++t) {
      const cpn::Transition& transition = net_.transitions()[t];
      transitions_[{transition.instance, transition.index}] = t;
    }
    by_module_.resize(model.model().modules.size());
    Add(model.model().top, "");
  }

  Json Of(cpn::ModuleId module) const { return by_module_[module]; }

 private:
  void Add(cpn::ModuleId id, const std::string& path) {
    const cpn::ModuleDeclaration& module = model_.model().modules[id];
    Json places = Json::array();
    for (std::uint32_t i = 0; i < module.places.size(); ++i) {
      const auto place = net_.PlaceOf(id, i, path);
      places.push_back(place ? Json(*place) : Json());
    }
    Json transitions = Json::array();
    for (std::uint32_t i = 0; i < module.transitions.size(); ++i) {
      const auto found = transitions_.find({path, i});
      transitions.push_back(found == transitions_.end() ? Json() : Json(found->second));
    }
    Json substitutions = Json::array();
    for (const cpn::SubstitutionDeclaration& substitution : module.substitutions) {
      substitutions.push_back(
          {{"module", substitution.module}, {"path", Join(path, substitution.name)}});
    }
    by_module_[id].push_back({{"path", path},
                              {"places", std::move(places)},
                              {"transitions", std::move(transitions)},
                              {"substitutions", std::move(substitutions)}});
    for (const cpn::SubstitutionDeclaration& substitution : module.substitutions) {
      Add(substitution.module, Join(path, substitution.name));
    }
  }

  const cpn::lua::LuaModel& model_;
  const cpn::Net& net_;
  std::map<std::pair<std::string, std::uint32_t>, cpn::TransitionId> transitions_;
  std::vector<Json> by_module_;
};

}  // namespace

Json PicturesJson(cpn::lua::LuaModel& model, const base::Budget& budget) {
  const Instances instances(model);
  Json modules = Json::array();
  for (cpn::ModuleId id = 0; id < model.model().modules.size(); ++id) {
    const std::string& name = model.model().modules[id].name;
    Json of = instances.Of(id);
    if (of.empty()) continue;  // declared, but no part of the net
    modules.push_back({{"id", id},
                       {"name", name.empty() ? model.name() : name},
                       {"svg", cpn::draw::BarePicture(
                                   cpn::draw::DrawSvg(model.model(), id, model.values(), &budget))},
                       {"instances", std::move(of)}});
  }
  return modules;
}

}  // namespace cpngen::explore
