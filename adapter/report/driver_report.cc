#include "adapter/report/driver_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace adapter {

std::string TextDriverChecks(const std::vector<DriverCheck>& checks) {
  std::string text;
  for (const DriverCheck& check : checks) {
    text += fmt::format("{} {}\n", check.problem.empty() ? "ok  " : "FAIL", check.what);
    if (!check.problem.empty()) text += fmt::format("     {}\n", check.problem);
  }
  const auto failed = std::ranges::count_if(
      checks, [](const DriverCheck& check) { return !check.problem.empty(); });
  text += failed == 0 ? "The driver keeps to the protocol.\n"
                      : fmt::format("{} of {} checks failed.\n", failed, checks.size());
  return text;
}

std::string JsonDriverChecks(const std::vector<DriverCheck>& checks) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const DriverCheck& check : checks) {
    json.push_back(
        {{"check", check.what}, {"ok", check.problem.empty()}, {"problem", check.problem}});
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace adapter
