#include <fmt/format.h>

#include <ostream>
#include <string>
#include <vector>

#include "cpn/net/inscription.h"
#include "cpngen/commands/commands.h"
#include "cpngen/commands/cover/cover_inputs.h"
#include "cpngen/commands/cover/cover_page.h"
#include "cpngen/commands/cover/cover_pictures.h"
#include "cpngen/commands/cover/cover_report.h"
#include "cpngen/commands/cover/cover_run.h"
#include "cpngen/input_error.h"
#include "cpngen/load.h"
#include "cpngen/output_files.h"

namespace cpngen {
namespace {

using cpn::lua::LuaModel;

void RequireVariable(const LuaModel& model, const std::string& name) {
  if (name.empty()) return;
  for (const cpn::Transition& transition : model.net().transitions()) {
    if (cpn::FindVariable(*transition.declaration, name)) return;
  }
  throw InputError(fmt::format("--variable {}: no transition has a variable of that name", name));
}

}  // namespace

ExitCode Cover(const CoverOptions& options, const Streams& streams) {
  const auto model = LoadModelFor(options.model, &streams.err, streams.budget);
  Paths inputs = InputsOf(options.model, *model);
  inputs.insert(inputs.end(), options.files.begin(), options.files.end());
  RequireOutputs({{"-o", options.html}, {"--svg", options.svg}}, inputs);
  RequireVariable(*model, options.variable);

  const std::vector<CoverInput> measured = ReadCoverInputs(*model, options.files);
  CoverRun run(*model, options, measured, streams);
  run.Measure();
  const model_coverage::Points points = run.points();
  std::vector<OutputFile> files;
  if (!options.html.empty() || !options.svg.empty()) {
    streams.budget->Enter("drawing " + options.model.path);
    const std::vector<ModulePicture> pictures = DrawModules(
        *model, CoverColours(*model, run.items(), run.sum(), run.total()), *streams.budget);
    if (!options.html.empty()) {
      files.push_back({options.html, CoverPage(*model, options, points, run.result(), pictures)});
    }
    if (!options.svg.empty()) {
      std::vector<std::string> names;
      for (const ModulePicture& picture : pictures) names.push_back(picture.module);
      const Paths paths = PathsFor(names, options.svg);
      for (std::size_t i = 0; i < pictures.size(); ++i) {
        AddPages(paths[i], pictures[i].pages, files);
      }
    }
  }
  WriteFiles(files, inputs);
  streams.out << (options.json ? CoverJson(*model, options, points, run.result())
                               : CoverText(*model, options, points, run.result()));
  return ExitCode::kDone;
}

}  // namespace cpngen
