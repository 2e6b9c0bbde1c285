// What somebody at the debugger asked for and cannot have.
//
// Thread safety: a value.
#pragma once

#include <stdexcept>

namespace debugger {

/// What cannot be done, and what can: one line for the person at the debugger.
class SessionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace debugger
