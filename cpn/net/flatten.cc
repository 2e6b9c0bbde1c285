// Flatten(): makes the module instances, then makes one Place of all place instances that ports and
// fusion sets connect.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "cpn/net/module_check.h"
#include "cpn/net/net.h"

namespace cpn {
namespace {

/// A place declaration in a module instance.
struct PlaceInstance {
  ModuleId module;
  std::uint32_t place;
  std::string instance;
  const PlaceDeclaration* declaration;
};

std::string Join(const std::string& instance, const std::string& name) {
  return instance.empty() ? name : instance + '.' + name;
}

/// Coefficients by value id: two initial markings are equal when these are.
std::map<std::uint32_t, std::uint64_t> Coefficients(const std::vector<MultiSetEntry>& entries) {
  std::map<std::uint32_t, std::uint64_t> counts;
  for (const MultiSetEntry& entry : entries) {
    if (entry.count > 0) counts[entry.value.id] += entry.count;
  }
  return counts;
}

/// Union-find over place instances; the representative is the smallest, so the outermost one.
class Classes {
 public:
  std::uint32_t Add() {
    parents_.push_back(static_cast<std::uint32_t>(parents_.size()));
    return parents_.back();
  }
  std::uint32_t Find(std::uint32_t i) {
    while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
    return i;
  }
  void Unite(std::uint32_t a, std::uint32_t b) {
    std::tie(a, b) = std::minmax({Find(a), Find(b)});
    parents_[b] = a;
  }

 private:
  std::vector<std::uint32_t> parents_;
};

}  // namespace

class Flattener {
 public:
  Flattener(const Model& model, const ColourSets& colour_sets, FreeVariables free)
      : model_(model), sets_(colour_sets), free_(std::move(free)) {}

  Net Flatten() {
    Instantiate(model_.top, "", {});
    MakePlaces();
    MakeSockets();
    for (Transition& transition : net_.transitions_) {
      for (Arc& arc : transition.arcs) arc.place = PlaceOf(arc.place);
    }
    net_.model_ = &model_;
    return std::move(net_);
  }

 private:
  /// `sockets`: by port name, the place instance that it becomes one with.
  void Instantiate(ModuleId id, const std::string& path,
                   const std::map<std::string, std::uint32_t>& sockets) {
    const ModuleDeclaration& module = model_.modules[id];
    CountInstance(module);
    const auto first = static_cast<std::uint32_t>(instances_.size());
    for (std::uint32_t p = 0; p < module.places.size(); ++p) {
      AddPlace({id, p, path, &module.places[p]}, sockets);
    }
    for (std::uint32_t t = 0; t < module.transitions.size(); ++t) AddTransition(id, t, path, first);
    for (const SubstitutionDeclaration& s : module.substitutions) {
      std::map<std::string, std::uint32_t> inner;
      for (const PortAssignment& a : s.assignments) inner[a.port] = first + a.socket;
      Instantiate(s.module, Join(path, s.name), inner);
    }
  }

  void CountInstance(const ModuleDeclaration& module) {
    if (++instance_count_ > kMaxInstances) {
      throw ModelError(module.where,
                       fmt::format("the model has more than {} module instances", kMaxInstances));
    }
  }

  void AddPlace(PlaceInstance place, const std::map<std::string, std::uint32_t>& sockets) {
    const std::uint32_t id = classes_.Add();
    if (place.declaration->port != PortKind::kNone) {
      classes_.Unite(id, sockets.at(place.declaration->name));
    }
    if (place.declaration->fusion) {
      classes_.Unite(id, fusion_sets_.emplace(*place.declaration->fusion, id).first->second);
    }
    instances_.push_back(std::move(place));
  }

  /// The arcs' places are place instances until MakePlaces() has made places of them.
  void AddTransition(ModuleId module, std::uint32_t index, const std::string& path,
                     std::uint32_t first_place) {
    Transition t;
    t.declaration = &model_.modules[module].transitions[index];
    t.name = Join(path, t.declaration->name);
    t.module = module;
    t.index = index;
    t.instance = path;
    for (const ArcDeclaration& arc : t.declaration->arcs) {
      t.arcs.push_back({arc.kind, first_place + arc.place, &arc});
    }
    t.free_variables = free_[module][index];
    net_.transitions_.push_back(std::move(t));
  }

  void MakePlaces() {
    ids_.resize(instances_.size());
    for (std::uint32_t i = 0; i < instances_.size(); ++i) {
      const PlaceInstance& instance = instances_[i];
      if (const std::uint32_t of = classes_.Find(i); of != i) {
        JoinPlace(ids_[of], instance);
      } else {
        ids_[i] = static_cast<PlaceId>(net_.places_.size());
        const PlaceDeclaration& d = *instance.declaration;
        net_.places_.push_back({Join(instance.instance, d.name), d.type, d.initial, d.where});
        named_by_fusion_.push_back(false);
        NameByFusion(ids_[i], d);
      }
    }
    CheckPlaceNames();
  }

  /// `instance` is one more instance of `id`.
  void JoinPlace(PlaceId id, const PlaceInstance& instance) {
    Place& place = net_.places_[id];
    const PlaceDeclaration& d = *instance.declaration;
    if (!sets_.Same(place.type, d.type)) {
      throw ModelError(d.where, fmt::format("place {} has colour set {}, but it is one place with "
                                            "{}, which has colour set {}",
                                            Join(instance.instance, d.name), sets_[d.type].name,
                                            place.name, sets_[place.type].name));
    }
    if (place.initial.empty()) place.initial = d.initial;
    if (!d.initial.empty() && Coefficients(place.initial) != Coefficients(d.initial)) {
      throw ModelError(d.where, fmt::format("place {} has another initial marking than {}, with "
                                            "which it is one place; give it in one of them",
                                            Join(instance.instance, d.name), place.name));
    }
    NameByFusion(id, d);
  }

  /// The first fusion set among the instances of a place names it.
  void NameByFusion(PlaceId id, const PlaceDeclaration& declaration) {
    if (!declaration.fusion || named_by_fusion_[id]) return;
    net_.places_[id].name = *declaration.fusion;
    named_by_fusion_[id] = true;
  }

  void CheckPlaceNames() {
    std::map<std::string, PlaceId> seen;
    for (PlaceId p = 0; p < net_.places_.size(); ++p) {
      const Place& place = net_.places_[p];
      if (!seen.emplace(place.name, p).second) {
        throw ModelError(place.where,
                         fmt::format("two places have the name {}: a fusion set, which every "
                                     "module sees, and another place",
                                     place.name));
      }
    }
  }

  void MakeSockets() {
    for (std::uint32_t i = 0; i < instances_.size(); ++i) {
      PlaceInstance& instance = instances_[i];
      net_.sockets_.push_back(
          {instance.module, instance.place, std::move(instance.instance), PlaceOf(i)});
    }
    std::ranges::sort(net_.sockets_, {}, &Net::Socket::Key);
  }

  PlaceId PlaceOf(std::uint32_t instance) { return ids_[classes_.Find(instance)]; }

  const Model& model_;
  const ColourSets& sets_;
  FreeVariables free_;
  Net net_;
  std::vector<PlaceInstance> instances_;  // in the order of their creation, outermost first
  Classes classes_;                       // over instances_
  std::map<std::string, std::uint32_t> fusion_sets_;
  std::vector<PlaceId> ids_;  // by instance; only those of representatives are set
  std::vector<bool> named_by_fusion_;
  std::size_t instance_count_ = 0;
};

Net Flatten(const Model& model, ColourSets& colour_sets, Evaluator& evaluator) {
  FreeVariables free = CheckModules(model, colour_sets, evaluator);
  return Flattener(model, colour_sets, std::move(free)).Flatten();
}

}  // namespace cpn
