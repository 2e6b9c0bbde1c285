#include "cpngen/commands/cover/cover_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "base/picture_colours.h"
#include "cpn/draw/draw.h"
#include "cpn/draw/pages.h"

namespace cpngen {
namespace {

using cpn::draw::Corner;
using cpn::draw::Diagram;
using cpn::draw::DiagramNode;
using model_coverage::CoverageSum;
using model_coverage::ItemGraph;
using model_coverage::ItemId;
using model_coverage::Kind;

/// Of what a node of the picture stands for.
struct Part {
  std::uint64_t reachable = 0;
  std::uint64_t covered = 0;
  std::uint64_t times = 0;  ///< of a transition: cases and runs, of that instance which has most

  void Paint(DiagramNode& node) const {
    const base::PictureHue hue = Hue();
    node.fill = hue.soft;
    node.line = hue.line;
    if (reachable == 0) {
      node.tip += "\nno run reaches it";
    } else {
      node.tip += fmt::format("\ncovered: {} of {}", covered, reachable);
    }
  }
  base::PictureHue Hue() const {
    if (reachable == 0) return base::kGrey;
    if (covered == 0) return base::kVermillion;
    return covered == reachable ? base::kGreen : base::kYellow;
  }
};

/// A declaration of a module: all its instances are one node of its picture.
using Declared = std::pair<cpn::ModuleId, std::uint32_t>;

class Painter {
 public:
  Painter(cpn::lua::LuaModel& model, const ItemGraph& items, const CoverageSum& sum,
          std::uint64_t total)
      : model_(model), total_(total) {
    const cpn::Net& net = model.net();
    places_.resize(net.places().size());
    for (ItemId id = 0; id < items.items.size(); ++id) {
      const model_coverage::Item& item = items.items[id];
      if (item.kind == Kind::kTransition) {
        const cpn::Transition& transition = net.transitions()[item.a];
        Count(transitions_[{transition.module, transition.index}], id, sum);
      } else if (item.kind == Kind::kValue) {
        Count(places_[item.a], id, sum);
      }
    }
  }

  void Paint(cpn::ModuleId module, Diagram& diagram) const {
    const cpn::ModuleDeclaration& declared = model_.model().modules[module];
    for (std::uint32_t i = 0; i < declared.places.size(); ++i) {
      DiagramNode& node = diagram.nodes[i];
      const Part part = OfPlace(module, i);
      part.Paint(node);
      if (part.reachable > 0) {
        node.At(Corner::kTopLeft) = {fmt::format("{}/{}", part.covered, part.reachable)};
      }
    }
    for (std::uint32_t i = 0; i < declared.transitions.size(); ++i) {
      DiagramNode& node = diagram.nodes[declared.places.size() + i];
      const auto found = transitions_.find({module, i});
      const Part part = found == transitions_.end() ? Part{} : found->second;
      part.Paint(node);
      node.At(Corner::kBottomRight) = {fmt::format("{} of {}", part.times, total_)};
    }
  }

 private:
  static void Count(Part& part, ItemId id, const CoverageSum& sum) {
    ++part.reachable;
    if (sum.possible()[id]) ++part.covered;
    part.times = std::max<std::uint64_t>(part.times, sum.times()[id]);
  }

  /// The places that the declaration became, each once.
  Part OfPlace(cpn::ModuleId module, std::uint32_t place) const {
    const cpn::Net& net = model_.net();
    std::set<std::string> instances{""};
    for (const cpn::Transition& transition : net.transitions()) {
      if (transition.module == module) instances.insert(transition.instance);
    }
    std::set<cpn::PlaceId> became;
    for (const std::string& instance : instances) {
      if (const auto id = net.PlaceOf(module, place, instance)) became.insert(*id);
    }
    Part sum;
    for (const cpn::PlaceId id : became) {
      sum.reachable += places_[id].reachable;
      sum.covered += places_[id].covered;
    }
    return sum;
  }

  cpn::lua::LuaModel& model_;
  const std::uint64_t total_;
  std::map<Declared, Part> transitions_;
  std::vector<Part> places_;  ///< by place of the net
};

}  // namespace

Decorate CoverColours(cpn::lua::LuaModel& model, const ItemGraph& items, const CoverageSum& sum,
                      std::uint64_t total) {
  return [painter = std::make_shared<Painter>(model, items, sum, total)](
             cpn::ModuleId module, Diagram& diagram) { painter->Paint(module, diagram); };
}

std::vector<ModulePicture> DrawModules(cpn::lua::LuaModel& model, const Decorate& decorate,
                                       const base::Budget& budget) {
  std::vector<ModulePicture> pictures;
  for (cpn::ModuleId module = 0; module < model.model().modules.size(); ++module) {
    Diagram diagram = cpn::draw::MakeDiagram(model.model(), module, model.values());
    decorate(module, diagram);
    ModulePicture picture{diagram.title, {}};
    for (const cpn::draw::Page& page : cpn::draw::MakePages(diagram, &budget)) {
      picture.pages.push_back(cpn::draw::WriteSvg(page.diagram, page.layout, &budget));
    }
    pictures.push_back(std::move(picture));
  }
  return pictures;
}

}  // namespace cpngen
