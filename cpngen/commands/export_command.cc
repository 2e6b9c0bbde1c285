#include <ostream>

#include "cpngen/commands/commands.h"
#include "cpngen/load.h"
#include "cpngen/output_files.h"
#include "pnml/from_model.h"
#include "pnml/writer.h"

namespace cpngen {

ExitCode Export(const ExportOptions& options, const Streams& streams) {
  RequireWritablePlace("-o", options.output);
  const auto model = LoadModelFor(options.model, &streams.err);
  WriteFiles({{options.output, pnml::WriteNet(pnml::FromModel(*model))}});
  streams.out << options.output << '\n';
  return ExitCode::kDone;
}

}  // namespace cpngen
