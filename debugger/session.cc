#include "debugger/session.h"

namespace debugger {

std::optional<std::size_t> Session::CriticalStep() const {
  for (const trace::Remark& remark : remarks()) {
    // As `cpngen search --trace` writes it.
    if (remark.text.starts_with("the critical transition")) return remark.after;
  }
  return std::nullopt;
}

}  // namespace debugger
