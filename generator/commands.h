// The subcommands of `cpngen`, one function and one file each (generate_command.cc, ...). They
// print to the streams, and throw when nothing comes of it: cpn::ModelError, suite::FileError,
// cpn::draw::GraphvizError and InputError for wrong input, LimitReached for limits.
#pragma once

#include <stdexcept>

#include "generator/options.h"
#include "generator/program.h"

namespace generator {

/// Input other than the model is wrong; what() is the whole text.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

void Simulate(const SimulateOptions& options, const Streams& streams);
void Generate(const GenerateOptions& options, const Streams& streams);
void Draw(const DrawOptions& options, const Streams& streams);
void Describe(const DescribeOptions& options, const Streams& streams);

}  // namespace generator
