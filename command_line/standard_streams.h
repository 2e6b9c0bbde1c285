// What every program does about its standard input, output and error, so that output which is lost
// is never a success.
//
// Thread safety: for main(), before the first thread and after the last one.
#pragma once

#include <iosfwd>
#include <string>

namespace command_line {

/// The exit code of a program whose output was lost.
inline constexpr int kOutputLost = 2;

/// To be called first in main(). Opens the standard descriptors that are closed, so that no file of
/// the program gets their numbers: input is empty, writing to output fails, error takes what it
/// gets. A write beyond the limit on the size of files fails, too, instead of ending the program.
void PrepareStandardStreams();

/// The exit code of a program that ends with `code`, and has printed to `out`: when not all of it
/// could be written, says so on `err`, as "PROGRAM: cannot write to standard output", and returns
/// kOutputLost.
int EndOfOutput(const std::string& program, int code, std::ostream& out, std::ostream& err);

}  // namespace command_line
