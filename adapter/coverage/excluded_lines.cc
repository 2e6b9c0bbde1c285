#include "adapter/coverage/excluded_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace adapter {
namespace {

constexpr std::string_view kStart = "GCOVR_EXCL_START", kStop = "GCOVR_EXCL_STOP";

[[noreturn]] void NoPartner(const std::string& path, int line, std::string_view marker,
                            std::string_view other) {
  throw std::runtime_error(fmt::format("{}:{}: {} has no {}", path, line, marker, other));
}

}  // namespace

std::vector<std::pair<int, int>> ExcludedRegions(std::string_view source, const std::string& path) {
  std::vector<std::pair<int, int>> regions;
  int begun = 0;  // its line; 0: no region is open
  int number = 0;
  for (std::size_t at = 0; at < source.size();) {
    const std::size_t end = std::min(source.find('\n', at), source.size());
    const std::string_view line = source.substr(at, end - at);
    at = end + 1;
    ++number;
    if (line.find(kStart) != std::string_view::npos) {
      if (begun != 0) NoPartner(path, begun, kStart, kStop);
      begun = number;
    }
    if (line.find(kStop) != std::string_view::npos) {
      if (begun == 0) NoPartner(path, number, kStop, kStart);
      regions.emplace_back(begun, number);
      begun = 0;
    }
  }
  if (begun != 0) NoPartner(path, begun, kStart, kStop);
  return regions;
}

void LeaveOutExcluded(FileCoverage& files,
                      const std::function<std::optional<std::string>(const std::string&)>& read) {
  for (auto& [path, lines] : files) {
    const std::optional<std::string> source = read(path);
    if (!source) continue;
    for (const auto& [first, last] : ExcludedRegions(*source, path)) {
      lines.erase(lines.lower_bound(first), lines.upper_bound(last));
    }
  }
}

}  // namespace adapter
