#include <ostream>
#include <string>

#include "cpngen/commands/commands.h"
#include "cpngen/load.h"
#include "cpngen/output_files.h"
#include "pnml/from_model.h"
#include "pnml/writer.h"

namespace cpngen {

ExitCode Export(const ExportOptions& options, const Streams& streams) {
  const bool to_stdout = options.output == "-";
  if (!to_stdout) RequireOutputs({{"-o", options.output}}, {options.model.path});
  const auto model = LoadModelFor(options.model, &streams.err, streams.budget);
  const Paths inputs = InputsOf(options.model, *model);
  if (!to_stdout) RequireOutputs({{"-o", options.output}}, inputs);
  const std::string net = pnml::WriteNet(pnml::FromModel(*model));
  if (to_stdout) {
    streams.out << net;
    return ExitCode::kDone;
  }
  WriteFiles({{options.output, net}}, inputs);
  streams.out << options.output << '\n';
  return ExitCode::kDone;
}

}  // namespace cpngen
