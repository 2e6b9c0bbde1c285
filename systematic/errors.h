// What a harness or a program that runs one did wrong.
//
// Immutable, so that it may be read from any thread.
#pragma once

#include <stdexcept>

namespace systematic {

/// The harness broke the rules of the scheduler: it enabled a key twice, or has too many names.
/// Not a violation of what is tested; it leaves the runner.
class HarnessError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace systematic
