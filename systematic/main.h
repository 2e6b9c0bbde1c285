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

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "systematic/harness.h"

namespace systematic {

/// The harness of a class that can be made without arguments.
template <typename T>
HarnessInfo HarnessOf(std::string name, std::string about, const Bounds& bounds = {}) {
  HarnessInfo info;
  info.name = std::move(name);
  info.about = std::move(about);
  info.bounds = bounds;
  info.make = [] { return std::make_unique<T>(); };
  return info;
}

/// Does what the command line says. Returns the exit code: 0 nothing was found; 1 a violation;
/// 2 the call, an input or the harness is wrong, or an output cannot be written; 3 it ended before
/// it was done.
int Main(int argc, char** argv, const std::vector<HarnessInfo>& harnesses);

}  // namespace systematic
