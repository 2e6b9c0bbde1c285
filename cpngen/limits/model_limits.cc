#include "cpngen/limits/model_limits.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <map>

#include "command_line/definitions.h"
#include "cpngen/options/option_values.h"

namespace cpngen {
namespace {

constexpr std::string_view kOption = "--model-limit";
/// The interpreter counts in 32 bits, with room for what one call of a function adds.
constexpr std::uint32_t kMostInstructions = 2'000'000'000;

/// The number, if it is one and at most `most`; otherwise what is wrong.
template <class Number>
std::optional<std::string> Set(const std::string& name, const std::string& text, Number most,
                               Number& limit) {
  const std::optional<std::uint64_t> number = ToBytes(text);
  if (!number || *number > most) {
    return fmt::format("{} {}={}: write a number from 1 to {}, such as 800 or 4M", kOption, name,
                       text, most);
  }
  limit = static_cast<Number>(*number);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> ReadModelLimits(const std::vector<std::string>& definitions,
                                           cpn::lua::ModelLimits& limits) {
  std::map<std::string, std::string> values;
  auto problem = command_line::ReadDefinitions(kOption, "NAME=NUMBER", definitions, values);
  constexpr std::size_t kMostBytes = std::numeric_limits<std::size_t>::max() / 2;
  constexpr std::uint32_t kMostParts = std::numeric_limits<std::uint32_t>::max() / 2;
  for (const auto& [name, text] : values) {
    if (problem) break;
    if (name == "instructions") {
      problem = Set(name, text, kMostInstructions, limits.instructions);
    } else if (name == "memory") {
      problem = Set(name, text, kMostBytes, limits.memory);
    } else if (name == "string") {
      problem = Set(name, text, kMostBytes, limits.string);
    } else if (name == "value") {
      problem = Set(name, text, kMostParts, limits.value);
    } else {
      problem = fmt::format("{} {}: the limits are instructions, memory, string and value", kOption,
                            name);
    }
  }
  return problem;
}

}  // namespace cpngen
