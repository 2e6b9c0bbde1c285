#include "tests/reference/flatten.h"

#include <map>

namespace reference {
namespace {

struct Instance {
  std::string name;
  const cpn::PlaceDeclaration* declaration;
  std::size_t number;
};

class Walk {
 public:
  explicit Walk(const cpn::Model& model) : model_(model) { Visit(model.top, "", {}); }

  FlatModel Flatten() {
    while (MergeFusionSets()) {
    }
    FlatModel flat;
    std::map<std::size_t, std::size_t> index;  // of each number, in order of first appearance
    for (const Instance& instance : instances_) {
      if (index.emplace(instance.number, flat.places.size()).second) {
        flat.places.push_back({NameOf(instance), InitialOf(instance.number)});
      }
    }
    for (Transition& t : transitions_) {
      for (std::size_t& place : t.places) place = index.at(instances_[place].number);
    }
    flat.transitions = std::move(transitions_);
    return flat;
  }

 private:
  void Visit(cpn::ModuleId id, const std::string& prefix,
             const std::map<std::string, std::size_t>& sockets) {
    const cpn::ModuleDeclaration& module = model_.modules[id];
    const std::size_t first = instances_.size();
    std::vector<std::size_t> places;
    std::vector<cpn::ColourSetId> types;
    for (const cpn::PlaceDeclaration& place : module.places) {
      const std::size_t i = instances_.size();
      const bool port = place.port != cpn::PortKind::kNone;
      instances_.push_back(
          {prefix + place.name, &place, port ? instances_[sockets.at(place.name)].number : i});
      places.push_back(i);
      types.push_back(place.type);
    }
    for (const cpn::TransitionDeclaration& t : module.transitions) {
      transitions_.push_back({prefix + t.name, &t, places, types});
    }
    for (const cpn::SubstitutionDeclaration& s : module.substitutions) {
      std::map<std::string, std::size_t> inner;
      for (const cpn::PortAssignment& a : s.assignments) inner[a.port] = first + a.socket;
      Visit(s.module, prefix + s.name + ".", inner);
    }
  }

  /// Gives two instances of one fusion set one number; false when all have.
  bool MergeFusionSets() {
    for (const Instance& a : instances_) {
      for (const Instance& b : instances_) {
        if (!a.declaration->fusion || a.declaration->fusion != b.declaration->fusion ||
            a.number >= b.number) {
          continue;
        }
        const std::size_t from = b.number;
        const std::size_t to = a.number;
        for (Instance& instance : instances_) {
          if (instance.number == from) instance.number = to;
        }
        return true;
      }
    }
    return false;
  }

  std::string NameOf(const Instance& first) const {
    for (const Instance& instance : instances_) {
      if (instance.number == first.number && instance.declaration->fusion) {
        return *instance.declaration->fusion;
      }
    }
    return first.name;
  }

  std::vector<cpn::MultiSetEntry> InitialOf(std::size_t number) const {
    for (const Instance& instance : instances_) {
      if (instance.number == number && !instance.declaration->initial.empty()) {
        return instance.declaration->initial;
      }
    }
    return {};
  }

  const cpn::Model& model_;
  std::vector<Instance> instances_;
  std::vector<Transition> transitions_;
};

}  // namespace

FlatModel Flatten(const cpn::Model& model) { return Walk(model).Flatten(); }

}  // namespace reference
