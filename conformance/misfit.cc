#include "conformance/misfit.h"

#include <fmt/format.h>

namespace conformance {
namespace {

constexpr std::size_t kShown = 8;

}  // namespace

std::string ToString(const Misfit& misfit) {
  std::string text = fmt::format("no marking explains {}\n", ToString(misfit.event));
  for (const NearMiss& miss : misfit.nearest) {
    text += fmt::format("  {} would show it, but\n", miss.element);
    for (const std::string& reason : miss.reasons) text += fmt::format("    {}\n", reason);
  }
  if (misfit.unknown) {
    text += fmt::format("  {}\n", misfit.unknown->message);
  } else if (misfit.nearest.empty()) {
    text += "  no binding element that is near would show it\n";
  }
  if (misfit.possible.empty()) return text + "  nothing may come there\n";
  text += "  what may come there:\n";
  for (std::size_t i = 0; i < misfit.possible.size() && i < kShown; ++i) {
    text += fmt::format("    {}\n", ToString(misfit.possible[i]));
  }
  if (misfit.possible.size() > kShown) {
    text += fmt::format("    and {} more\n", misfit.possible.size() - kShown);
  }
  return text;
}

}  // namespace conformance
