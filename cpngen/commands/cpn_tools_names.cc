#include "cpngen/commands/cpn_tools_names.h"

#include <map>
#include <utility>

namespace cpngen {
namespace {

using cpn::report::CpnToolsNames;
using cpn::report::InstanceName;

class Namer {
 public:
  explicit Namer(const LoadedModel& loaded)
      : model_(loaded.model->model()), net_(loaded.model->net()), originals_(loaded.names) {
    names_.places.resize(net_.places().size());
    names_.transitions.resize(net_.transitions().size());
  }

  CpnToolsNames Run(const std::string& file) {
    names_.model = file;
    VisitInstance(model_.top, "");
    for (cpn::TransitionId t = 0; t < net_.transitions().size(); ++t) {
      const cpn::Transition& transition = net_.transitions()[t];
      names_.transitions[t] = Named(transition.module, transition.declaration->name,
                                    instances_.at(transition.instance));
    }
    return std::move(names_);
  }

 private:
  void VisitInstance(cpn::ModuleId id, const std::string& path) {
    const cpn::ModuleDeclaration& module = model_.modules[id];
    const unsigned instance = ++seen_[id];
    instances_[path] = instance;
    for (std::uint32_t i = 0; i < module.places.size(); ++i) {
      const auto place = net_.PlaceOf(id, i, path);
      if (!place || !names_.places[*place].name.empty()) continue;
      names_.places[*place] = Named(id, module.places[i].name, instance);
    }
    for (const cpn::SubstitutionDeclaration& substitution : module.substitutions) {
      VisitInstance(substitution.module,
                    path.empty() ? substitution.name : path + '.' + substitution.name);
    }
  }

  InstanceName Named(cpn::ModuleId id, const std::string& name, unsigned instance) const {
    const std::string module = id == model_.top ? "" : model_.modules[id].name;
    const auto original = originals_.nodes.find({module, name});
    if (original != originals_.nodes.end()) {
      return {original->second.page, original->second.name, instance};
    }
    return {module.empty() ? model_.name : module, name, instance};
  }

  const cpn::Model& model_;
  const cpn::Net& net_;
  const cpntools::OriginalNames& originals_;
  std::map<cpn::ModuleId, unsigned> seen_;
  std::map<std::string, unsigned> instances_;  ///< by path, its number
  CpnToolsNames names_;
};

}  // namespace

CpnToolsNames NamesForCpnTools(const LoadedModel& loaded, const std::string& file) {
  return Namer(loaded).Run(file);
}

}  // namespace cpngen
