#include <fmt/format.h>

#include <filesystem>
#include <ostream>
#include <string>
#include <system_error>
#include <vector>

#include "cpngen/commands/commands.h"
#include "cpngen/exploration.h"
#include "cpngen/input_error.h"
#include "cpngen/load.h"
#include "mcc/examination.h"
#include "mcc/formula_reader.h"
#include "mcc/loaded_net.h"
#include "xml/parse_source.h"

namespace cpngen {

ExitCode Mcc(const MccOptions& options, const Streams& streams) {
  const std::filesystem::path folder = options.folder;
  std::error_code error;  // of names that are too long, too
  if (!std::filesystem::is_directory(folder, error)) {
    throw InputError(fmt::format("there is no folder {}", options.folder));
  }
  const mcc::Examination examination = mcc::ExaminationOf(options.examination).value();
  mcc::LoadedNet net = mcc::LoadNet((folder / "model.pnml").string(), streams.budget);
  PrintWarnings(net.net, streams.err);
  std::vector<mcc::Property> properties;
  if (mcc::HasFormulas(examination)) {
    const std::string file = (folder / (options.examination + ".xml")).string();
    properties = mcc::ReadProperties(xml::ReadFile(file), file, net.net);
  }
  base::Progress progress(streams.progress ? &streams.err : nullptr);
  streams.budget->Enter("exploring");
  const mcc::Answers answers =
      mcc::Examine(net, examination, properties,
                   MakeExplorationOptions(options.exploration, progress, *streams.budget));
  progress.Clear();
  for (const std::string& line : answers.lines) streams.out << line << '\n';
  return answers.complete ? ExitCode::kDone : ExitCode::kLimitReached;
}

}  // namespace cpngen
