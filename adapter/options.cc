#include "adapter/options.h"

#include <fmt/format.h>

#include <charconv>
#include <map>

namespace adapter {

std::pair<std::string, std::string> HowRun(const RunOptions& options) {
  if (!options.system.file.empty()) return {"system", options.system.file};
  return {"transport", TransportName(options.transport)};
}

const char* TransportName(Transport transport) {
  switch (transport) {
    case Transport::kTcp:
      return "tcp";
    case Transport::kUnix:
      return "unix";
    case Transport::kInProcess:
      return "inproc";
  }
  return "";
}

std::optional<std::chrono::milliseconds> ParseDuration(const std::string& text) {
  constexpr std::int64_t kDay = 24LL * 60 * 60 * 1000;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || number <= 0 || number > kDay) return std::nullopt;
  const std::map<std::string, std::int64_t> units = {{"ms", 1}, {"s", 1000}, {"m", 60'000}};
  const auto unit = units.find(std::string(end, text.data() + text.size()));
  if (unit == units.end() || number * unit->second > kDay) return std::nullopt;
  return std::chrono::milliseconds(number * unit->second);
}

std::string DurationText(std::chrono::milliseconds duration) {
  const std::int64_t count = duration.count();
  if (count % 60'000 == 0) return fmt::format("{}m", count / 60'000);
  if (count % 1000 == 0) return fmt::format("{}s", count / 1000);
  return fmt::format("{}ms", count);
}

}  // namespace adapter
