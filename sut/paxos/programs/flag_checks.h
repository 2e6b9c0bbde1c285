// Checks of flags that the programs share.
//
// Thread safety: as CLI11, one thread.
#pragma once

#include <CLI/Validators.hpp>
#include <string>

namespace paxos {

/// An empty text is refused: it would mean that the flag is not there.
inline CLI::Validator NotEmpty(const std::string& expected) {
  return {[expected](const std::string& text) {
            return text.empty() ? "it is empty; expected " + expected : std::string();
          },
          ""};
}

}  // namespace paxos
