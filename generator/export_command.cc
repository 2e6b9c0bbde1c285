#include <ostream>

#include "generator/commands.h"
#include "generator/load.h"
#include "generator/output_files.h"
#include "pnml/from_model.h"
#include "pnml/writer.h"

namespace generator {

ExitCode Export(const ExportOptions& options, const Streams& streams) {
  RequireWritablePlace("-o", options.output);
  const auto model = LoadModelFor(options.model, &streams.err);
  WriteFiles({{options.output, pnml::WriteNet(pnml::FromModel(*model))}});
  streams.out << options.output << '\n';
  return ExitCode::kDone;
}

}  // namespace generator
