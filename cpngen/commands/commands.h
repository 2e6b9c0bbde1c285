// The subcommands of `cpngen`, one function and one file each (generate_command.cc, ...). They
// print to the streams and say how it went, and throw when nothing comes of it: cpn::ModelError,
// suite::FileError, cpn::draw::GraphvizError and InputError for wrong input, LimitReached for
// limits.
#pragma once

#include <stdexcept>

#include "cpngen/exit_code.h"
#include "cpngen/options.h"
#include "cpngen/program.h"

namespace cpngen {

/// Input other than the model is wrong; what() is the whole text.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

ExitCode Simulate(const SimulateOptions& options, const Streams& streams);
ExitCode Generate(const GenerateOptions& options, const Streams& streams);
ExitCode Space(const SpaceOptions& options, const Streams& streams);
ExitCode Draw(const DrawOptions& options, const Streams& streams);
ExitCode Check(const CheckOptions& options, const Streams& streams);
ExitCode Describe(const DescribeOptions& options, const Streams& streams);
ExitCode Import(const ImportOptions& options, const Streams& streams);
ExitCode Export(const ExportOptions& options, const Streams& streams);
ExitCode Mcc(const MccOptions& options, const Streams& streams);

}  // namespace cpngen
