#include "cpn/net/module_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "cpn/net/transition_check.h"

namespace cpn {
namespace {

constexpr std::size_t kMaxModuleDepth = 100;  // beyond it a hierarchy is taken for a mistake

/// "module Workers", or "the top module".
std::string Describe(const Model& model, const ModuleDeclaration& module) {
  if (&module == &model.modules[model.top]) return "the top module";
  return "module " + module.name;
}

class ModuleChecker {
 public:
  ModuleChecker(const Model& model, ColourSets& colour_sets, Evaluator& evaluator)
      : model_(model), sets_(colour_sets), evaluator_(evaluator) {}

  FreeVariables Check() {
    for (const ModuleDeclaration& module : model_.modules) {
      CheckNames(module);
      for (const PlaceDeclaration& place : module.places) CheckInitial(place);
      for (const SubstitutionDeclaration& s : module.substitutions) CheckAssignments(module, s);
    }
    CheckTopPorts();
    std::vector<Visit> visits(model_.modules.size(), Visit::kNone);
    heights_.assign(model_.modules.size(), 0);
    for (ModuleId m = 0; m < model_.modules.size(); ++m) CheckContainment(m, visits);
    return CheckTransitions();
  }

 private:
  void CheckNames(const ModuleDeclaration& module) {
    std::map<std::string, const SourceLocation*> seen;
    const auto declare = [&](const std::string& name, const SourceLocation& where) {
      const auto [first, fresh] = seen.emplace(name, &where);
      if (fresh) return;
      const std::string before =
          first->second->line > 0 ? fmt::format(" (the first is in line {})", first->second->line)
                                  : "";
      throw ModelError(where, fmt::format("two declarations of the name {} in {}{}", name,
                                          Describe(model_, module), before));
    };
    for (const PlaceDeclaration& p : module.places) declare(p.name, p.where);
    for (const TransitionDeclaration& t : module.transitions) declare(t.name, t.where);
    for (const SubstitutionDeclaration& s : module.substitutions) declare(s.name, s.where);
  }

  void CheckInitial(const PlaceDeclaration& place) {
    for (const MultiSetEntry& entry : place.initial) {
      if (sets_.Contains(place.type, entry.value, evaluator_)) continue;
      throw ModelError(place.where,
                       fmt::format("place {}: the initial token {} is no colour of {}", place.name,
                                   sets_.values().Format(entry.value), sets_[place.type].name));
    }
  }

  void CheckTopPorts() {
    for (const PlaceDeclaration& place : model_.modules[model_.top].places) {
      if (place.port == PortKind::kNone) continue;
      throw ModelError(place.where, fmt::format("port {} of the top module can have no socket; "
                                                "declare it as a place",
                                                place.name));
    }
  }

  void CheckAssignments(const ModuleDeclaration& module, const SubstitutionDeclaration& s) {
    const ModuleDeclaration& inner = model_.modules[s.module];
    if (s.assignments.empty() && PortsOf(s.module).empty()) return;
    std::set<std::string> assigned;
    for (const PortAssignment& assignment : s.assignments) {
      const PlaceDeclaration& port = PortOf(s, assignment.port);
      if (!assigned.insert(port.name).second) {
        throw ModelError(s.where, fmt::format("substitution transition {}: port {} of module {} is "
                                              "assigned twice",
                                              s.name, port.name, inner.name));
      }
      const PlaceDeclaration& socket = module.places[assignment.socket];
      if (sets_.Same(port.type, socket.type)) continue;
      throw ModelError(
          s.where, fmt::format("substitution transition {}: port {} of module {} has colour set "
                               "{}, but its socket {} has colour set {}",
                               s.name, port.name, inner.name, sets_[port.type].name, socket.name,
                               sets_[socket.type].name));
    }
    for (const std::uint32_t index : PortsOf(s.module)) {
      const PlaceDeclaration& place = inner.places[index];
      if (assigned.contains(place.name)) continue;
      throw ModelError(s.where, fmt::format("substitution transition {}: port {} of module {} has "
                                            "no socket; assign a place to it: {{ {} = ... }}",
                                            s.name, place.name, inner.name, place.name));
    }
  }

  /// The ports of a module, in the order of their declaration.
  const std::vector<std::uint32_t>& PortsOf(ModuleId module) {
    const auto [known, fresh] = ports_.try_emplace(module);
    const std::vector<PlaceDeclaration>& places = model_.modules[module].places;
    for (std::uint32_t p = 0; fresh && p < places.size(); ++p) {
      if (places[p].port == PortKind::kNone) continue;
      known->second.push_back(p);
      port_names_[module].emplace(places[p].name, p);
    }
    return known->second;
  }

  const PlaceDeclaration& PortOf(const SubstitutionDeclaration& s, const std::string& name) {
    const ModuleDeclaration& inner = model_.modules[s.module];
    const std::vector<std::uint32_t>& indices = PortsOf(s.module);
    const auto known = port_names_[s.module].find(name);
    if (known != port_names_[s.module].end()) return inner.places[known->second];
    std::vector<std::string> ports;
    for (const std::uint32_t index : indices) ports.push_back(inner.places[index].name);
    throw ModelError(
        s.where,
        fmt::format("substitution transition {}: {} is no port of module {}; {}", s.name, name,
                    inner.name,
                    ports.empty() ? "it has none"
                                  : fmt::format("its ports are {}", fmt::join(ports, ", "))));
  }

  enum class Visit { kNone, kOpen, kDone };

  void CheckContainment(ModuleId module, std::vector<Visit>& visits) {
    visits[module] = Visit::kOpen;
    path_.push_back(module);
    CheckDepth(module, path_.size() - 1);
    for (const SubstitutionDeclaration& s : model_.modules[module].substitutions) {
      if (visits[s.module] == Visit::kOpen) throw ModelError(s.where, Cycle(s.module));
      if (visits[s.module] == Visit::kNone) CheckContainment(s.module, visits);
      heights_[module] = std::max(heights_[module], heights_[s.module] + 1);
    }
    CheckDepth(module, heights_[module]);
    path_.pop_back();
    visits[module] = Visit::kDone;
  }

  // So that recursion over the hierarchy is safe.
  void CheckDepth(ModuleId module, std::size_t depth) const {
    if (depth <= kMaxModuleDepth) return;
    throw ModelError(model_.modules[module].where,
                     fmt::format("modules nest at most {} deep", kMaxModuleDepth));
  }

  std::string Cycle(ModuleId module) const {
    std::string chain;
    for (auto at = std::ranges::find(path_, module); at != path_.end(); ++at) {
      chain += model_.modules[*at].name + " -> ";
    }
    const std::string& name = model_.modules[module].name;
    return fmt::format("module {} contains itself: {}{}", name, chain, name);
  }

  FreeVariables CheckTransitions() {
    FreeVariables free(model_.modules.size());
    for (ModuleId m = 0; m < model_.modules.size(); ++m) {
      for (const TransitionDeclaration& t : model_.modules[m].transitions) {
        free[m].push_back(CheckTransition(model_, model_.modules[m], t, sets_, evaluator_));
      }
    }
    return free;
  }

  const Model& model_;
  ColourSets& sets_;
  Evaluator& evaluator_;
  std::map<ModuleId, std::vector<std::uint32_t>> ports_;
  std::map<ModuleId, std::map<std::string, std::uint32_t>> port_names_;  // of ports_
  std::vector<ModuleId> path_;        // of CheckContainment, outermost first
  std::vector<std::size_t> heights_;  // the levels of modules inside each
};

}  // namespace

FreeVariables CheckModules(const Model& model, ColourSets& colour_sets, Evaluator& evaluator) {
  return ModuleChecker(model, colour_sets, evaluator).Check();
}

}  // namespace cpn
