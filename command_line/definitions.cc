#include "command_line/definitions.h"

#include <fmt/format.h>

namespace command_line {

std::optional<std::string> ReadDefinitions(std::string_view option, std::string_view form,
                                           const std::vector<std::string>& definitions,
                                           std::map<std::string, std::string>& values) {
  for (const std::string& definition : definitions) {
    const std::size_t equals = definition.find('=');
    if (equals == std::string::npos || equals == 0) {
      return fmt::format("{} {}: write {}", option, definition, form);
    }
    const std::string name = definition.substr(0, equals);
    if (!values.emplace(name, definition.substr(equals + 1)).second) {
      return fmt::format("{} {}: {} is set twice", option, definition, name);
    }
  }
  return std::nullopt;
}

}  // namespace command_line
