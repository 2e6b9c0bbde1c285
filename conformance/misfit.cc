#include "conformance/misfit.h"

#include <fmt/format.h>

namespace conformance {
namespace {

constexpr std::size_t kShown = 8;

}  // namespace

std::string ToString(const Misfit& misfit) {
  std::string text = fmt::format("no marking explains {}\n", ToString(misfit.event));
  for (const NearMiss& miss : misfit.nearest) {
    text += fmt::format("  {} would give it, but\n", miss.element);
    for (const std::string& reason : miss.reasons) text += fmt::format("    {}\n", reason);
  }
  if (misfit.nearest.empty()) text += "  no binding element that was found near would give it\n";
  if (misfit.possible.empty()) {
    text += "  nothing may come\n";
    return text;
  }
  text += "  what may come:\n";
  for (std::size_t i = 0; i < misfit.possible.size() && i < kShown; ++i) {
    text += fmt::format("    {}\n", ToString(misfit.possible[i]));
  }
  if (misfit.possible.size() > kShown) {
    text += fmt::format("    and {} more\n", misfit.possible.size() - kShown);
  }
  return text;
}

}  // namespace conformance
