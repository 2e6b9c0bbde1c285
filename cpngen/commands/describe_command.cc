#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "cpngen/commands/commands.h"
#include "cpngen/commands/json.h"
#include "cpngen/load.h"
#include "cpngen/text.h"

namespace cpngen {
namespace {

using cpn::lua::CaseOrder;
using cpn::lua::CaseScope;
using cpn::lua::LuaModel;

void PrintParameters(const LuaModel& model, std::ostream& out) {
  if (model.parameters().empty()) return;
  out << "\nparameters (set with -D NAME=VALUE)\n";
  std::size_t width = 0;
  for (const auto& parameter : model.parameters()) {
    width = std::max(width, parameter.name.size() + 3 + parameter.value.size());
  }
  for (const auto& parameter : model.parameters()) {
    std::string note = parameter.doc;
    if (parameter.value != parameter.default_value) {
      note += fmt::format("{}default {}", note.empty() ? "" : "; ", parameter.default_value);
    }
    const std::string value = parameter.name + " = " + parameter.value;
    out << (note.empty() ? fmt::format("  {}\n", value)
                         : fmt::format("  {:{}}  {}\n", value, width, note));
  }
}

void PrintModule(const LuaModel& model, const cpn::ModuleDeclaration& module, std::ostream& out) {
  const auto join = [](const auto& declarations, const auto& text) {
    std::string joined;
    for (const auto& declaration : declarations) {
      joined += (joined.empty() ? "" : ", ") + text(declaration);
    }
    return joined;
  };
  const cpn::Model& m = model.model();
  out << fmt::format("  {}\n", module.name.empty() ? model.name() : module.name);
  const std::string places = join(module.places, [&](const auto& place) {
    return fmt::format("{} : {}", place.name, m.colour_sets[place.type].name);
  });
  const std::string transitions =
      join(module.transitions, [](const auto& transition) { return transition.name; });
  const std::string substitutions = join(module.substitutions, [&](const auto& substitution) {
    return fmt::format("{} ({})", substitution.name, m.modules[substitution.module].name);
  });
  if (!places.empty()) out << "    places: " << places << '\n';
  if (!transitions.empty()) out << "    transitions: " << transitions << '\n';
  if (!substitutions.empty()) out << "    substitution transitions: " << substitutions << '\n';
}

void PrintTests(const LuaModel& model, std::ostream& out) {
  if (!model.specifications().empty()) out << "\ntest case specifications (for --spec)\n";
  for (const auto& specification : model.specifications()) {
    const char* what = specification->scope() == CaseScope::kOccurrence
                           ? "a test case for each observed occurrence"
                       : specification->order() == CaseOrder::kSet
                           ? "a test case for each set of observations of a run"
                           : "a test case for each sequence of observations of a run";
    out << fmt::format("  {}: {}\n", specification->name(), what);
  }
}

}  // namespace

ExitCode Describe(const DescribeOptions& options, const Streams& streams) {
  const auto model = LoadModelFor(options.model, &streams.err, streams.budget);
  if (options.json) {
    streams.out << DescriptionJson(*model);
    return ExitCode::kDone;
  }
  std::ostream& out = streams.out;
  out << fmt::format("{}: {}, {}, {}\n", model->name(),
                     Plural(model->net().places().size(), "place"),
                     Plural(model->net().transitions().size(), "transition"),
                     Plural(model->model().modules.size(), "module"));
  PrintParameters(*model, out);
  out << "\nmodules\n";
  for (const auto& module : model->model().modules) PrintModule(*model, module, out);
  PrintTests(*model, out);
  if (!model->properties().empty()) out << "\nproperties\n";
  for (const auto& property : model->properties()) out << "  " << property.name << '\n';
  return ExitCode::kDone;
}

}  // namespace cpngen
