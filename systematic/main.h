// A program for systematic testing: link it to any set of harnesses.
//
//   int main(int argc, char** argv) {
//     return systematic::Main(argc, argv, {systematic::HarnessOf<Mail>("mail", "letters")});
//   }
//
// It lists and runs harnesses, replays and minimises schedules, and reports (`--help` says how).
// Library: systematic_program.
// Thread safety: to be called once, in main().
#pragma once

#include <vector>

#include "systematic/harness.h"

namespace systematic {

/// Does what the command line says. Returns the exit code: 0 nothing was found; 1 a violation;
/// 2 the call, an input or the harness is wrong, or an output cannot be written; 3 it ended before
/// it was done.
int Main(int argc, char** argv, const std::vector<HarnessInfo>& harnesses);

}  // namespace systematic
