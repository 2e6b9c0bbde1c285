#include <fmt/format.h>

#include <ostream>
#include <string>
#include <vector>

#include "cpn/draw/draw.h"
#include "cpngen/commands/commands.h"
#include "cpngen/input_error.h"
#include "cpngen/load.h"
#include "cpngen/output_files.h"

namespace cpngen {
namespace {

using cpn::lua::LuaModel;

std::string ModuleName(const LuaModel& model, cpn::ModuleId module) {
  const std::string& name = model.model().modules[module].name;
  return name.empty() ? model.name() : name;
}

std::vector<std::string> Pictures(LuaModel& model, cpn::ModuleId module, const DrawOptions& options,
                                  const base::Budget& budget) {
  if (!options.whole) {
    return cpn::draw::DrawPages(model.model(), module, model.values(),
                                options.svg ? cpn::draw::Format::kSvg : cpn::draw::Format::kDot,
                                &budget);
  }
  return {options.svg ? cpn::draw::DrawSvg(model.model(), module, model.values(), &budget)
                      : cpn::draw::DrawDot(model.model(), module, model.values(), &budget)};
}

std::vector<cpn::ModuleId> ChooseModules(const LuaModel& model, const std::string& name) {
  std::vector<cpn::ModuleId> chosen;
  std::string known;
  for (cpn::ModuleId module = 0; module < model.model().modules.size(); ++module) {
    if (name.empty() || ModuleName(model, module) == name) chosen.push_back(module);
    known += (known.empty() ? "" : ", ") + ModuleName(model, module);
  }
  if (chosen.empty()) {
    throw InputError(fmt::format("--module {}: the model's modules are {}", name, known));
  }
  return chosen;
}

}  // namespace

ExitCode Draw(const DrawOptions& options, const Streams& streams) {
  RequireOutputs({{"-o", options.output}}, {options.model.path});
  const auto model = LoadModelFor(options.model, &streams.err, streams.budget);
  const Paths inputs = InputsOf(options.model, *model);
  RequireOutputs({{"-o", options.output}}, inputs);
  const std::vector<cpn::ModuleId> modules = ChooseModules(*model, options.module);
  streams.budget->Enter("drawing " + options.model.path);
  std::vector<std::string> names;
  for (const cpn::ModuleId module : modules) names.push_back(ModuleName(*model, module));
  const Paths paths = PathsFor(names, options.output);
  std::vector<OutputFile> files;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    AddPages(paths[i], Pictures(*model, modules[i], options, *streams.budget), files);
  }
  WriteFiles(files, inputs);
  for (const OutputFile& file : files) streams.out << file.path.string() << '\n';
  return ExitCode::kDone;
}

}  // namespace cpngen
