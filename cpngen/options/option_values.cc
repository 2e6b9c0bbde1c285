#include "cpngen/options/option_values.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace cpngen {
namespace {

constexpr std::uint64_t kMostStates = 4'000'000'000;

std::optional<std::uint64_t> ToNumber(std::string_view digits) {
  std::uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

/// "0.5" or "90"; nothing for what is no positive number.
std::optional<double> ToSeconds(std::string_view text) {
  double seconds = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, seconds, std::chars_format::fixed);
  if (error != std::errc() || stop != end || !(seconds > 0)) return std::nullopt;
  if (seconds > std::numeric_limits<double>::max()) return std::nullopt;
  return seconds;
}

/// An option whose text `convert` understands; otherwise it is no `what`.
template <typename T>
void AddConverted(CLI::App& command, const char* name, std::optional<T>& value, const char* text,
                  const char* type, std::optional<T> (*convert)(std::string_view),
                  const char* what) {
  command
      .add_option_function<std::string>(
          name, [&value, convert](const std::string& given) { value = convert(given); }, text)
      ->type_name(type)
      ->check(CLI::Validator(
          [convert, what](const std::string& given) -> std::string {
            return convert(given) ? "" : fmt::format("'{}' is no {}", given, what);
          },
          ""));
}

}  // namespace

CLI::Validator WholeNumber(std::uint64_t low, std::uint64_t high) {
  return CLI::Validator(
      [low, high](const std::string& digits) -> std::string {
        const std::optional<std::uint64_t> number = ToNumber(digits);
        if (number && low <= *number && *number <= high) return "";
        return fmt::format("'{}' is no whole number from {} to {}", digits, low, high);
      },
      "");
}

std::optional<std::uint64_t> ToBytes(std::string_view text) {
  constexpr std::string_view kUnits = "KMGT";
  unsigned shift = 0;
  if (!text.empty()) {
    if (const std::size_t unit = kUnits.find(text.back()); unit != std::string_view::npos) {
      shift = 10 * (static_cast<unsigned>(unit) + 1);
      text.remove_suffix(1);
    }
  }
  const std::optional<std::uint64_t> number = ToNumber(text);
  if (!number || *number == 0 || *number > UINT64_MAX >> shift) return std::nullopt;
  return *number << shift;
}

void AddLimits(CLI::App& command, ResourceLimits& limits, const char* max_seconds) {
  limits.seconds_option = max_seconds;
  AddConverted(command, max_seconds, limits.max_seconds, "stop after so many seconds", "SECONDS",
               ToSeconds, "number of seconds above 0, such as 90 or 0.5");
  AddConverted(command, "--max-memory", limits.max_memory_bytes,
               "stop when the program holds so many bytes (default: what is free)",
               "BYTES[K|M|G|T]", ToBytes, "number of bytes, such as 800M or 4G");
}

void AddExploration(CLI::App& command, ExplorationLimits& limits, const char* max_seconds) {
  AddNumber(command, "--workers", limits.workers, "threads; no result depends on it", 1,
            kMostWorkers);
  command.add_option("--max-states", limits.max_states, "stop exploring at N states")
      ->type_name("N")
      ->check(WholeNumber(1, kMostStates));
  AddLimits(command, limits, max_seconds);
}

}  // namespace cpngen
