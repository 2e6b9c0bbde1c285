#include "cpn/lua/text/suggest.h"

#include <fmt/format.h>

#include <cstddef>

#include "base/nearest.h"

namespace cpn::lua {
namespace {

constexpr std::size_t kListed = 12;

}  // namespace

std::string Alternatives(std::string_view name, const std::vector<std::string>& known) {
  if (known.empty()) return " (there is none)";
  return fmt::format(" (there {} {}){}", known.size() == 1 ? "is" : "are", Listing(known),
                     base::DidYouMean(name, known));
}

std::string Listing(const std::vector<std::string>& names) {
  if (names.size() <= kListed + 1) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + kListed, ", "),
                     names.size() - kListed);
}

}  // namespace cpn::lua
