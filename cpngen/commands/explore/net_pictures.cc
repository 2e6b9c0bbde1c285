#include "cpngen/commands/explore/net_pictures.h"

#include <map>
#include <utility>
#include <vector>

#include "cpn/draw/draw.h"

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

std::string WithIds(const std::string& svg) {
  // Graphviz writes each part as <g id="node7" class="node"> and <title>name</title>.
  constexpr std::string_view kGroup = "<g id=\"", kTitle = "<title>", kEnd = "</title>\n";
  std::string out;
  std::size_t at = svg.find("<svg");
  if (at == std::string::npos) at = 0;
  for (std::size_t group; (group = svg.find(kGroup, at)) != std::string::npos;) {
    const std::size_t id = group + kGroup.size();
    const std::size_t id_end = svg.find('"', id);
    const std::size_t title = svg.find(kTitle, id_end);
    const std::size_t tag_end = svg.find('>', id_end);
    const std::size_t title_end = svg.find(kEnd, title);
    if (title == std::string::npos || title_end == std::string::npos) break;
    out.append(svg, at, id - at);
    out.append(svg, title + kTitle.size(), title_end - title - kTitle.size());
    out.append(svg, id_end, tag_end + 1 - id_end);
    at = tag_end + 1;
    out.append(svg, at, title - at);
    at = title_end + kEnd.size();
  }
  return out.append(svg, at);
}

Json PicturesJson(cpn::lua::LuaModel& model, const base::Budget& budget) {
  const Instances instances(model);
  Json modules = Json::array();
  for (cpn::ModuleId id = 0; id < model.model().modules.size(); ++id) {
    const std::string& name = model.model().modules[id].name;
    Json of = instances.Of(id);
    if (of.empty()) continue;  // declared, but no part of the net
    modules.push_back(
        {{"id", id},
         {"name", name.empty() ? model.name() : name},
         {"svg", WithIds(cpn::draw::DrawSvg(model.model(), id, model.values(), &budget))},
         {"instances", std::move(of)}});
  }
  return modules;
}

}  // namespace cpngen::explore
