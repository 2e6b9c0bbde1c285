#include "adapter/process/launch_of.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <utility>

extern char** environ;

namespace adapter {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void Refuse(const ProcessSpec& spec, const std::string& reason) {
  throw ProcessError(fmt::format("cannot start '{}': {}", spec.name, reason));
}

bool HasNul(const std::string& text) { return text.find('\0') != std::string::npos; }

std::vector<std::string> Environment(const ProcessSpec& spec, const fs::path& folder) {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; spec.inherits_environment && *entry != nullptr; ++entry) {
    const std::string variable = *entry;
    const std::size_t equals = variable.find('=');
    if (equals == std::string::npos) continue;
    variables[variable.substr(0, equals)] = variable.substr(equals + 1);
  }
  for (const auto& [name, value] : spec.environment) {
    if (name.empty() || name.find('=') != std::string::npos || HasNul(name) || HasNul(value)) {
      Refuse(spec,
             fmt::format("'{}' is no name of an environment variable, or its value has a zero "
                         "byte",
                         name));
    }
    variables[name] = value;
  }
  variables[kInstanceVariable] = folder.string();
  variables[kProcessVariable] = spec.name;
  std::vector<std::string> entries;
  for (const auto& [name, value] : variables) entries.push_back(name + "=" + value);
  return entries;
}

std::string LogName(const std::string& name) {
  std::string file = name;
  std::replace_if(
      file.begin(), file.end(),
      [](unsigned char c) { return std::isalnum(c) == 0 && c != '-' && c != '_' && c != '.'; },
      '_');
  return file + ".log";
}

}  // namespace

Launch LaunchOf(const ProcessSpec& spec, const fs::path& folder) {
  if (spec.command.empty() || spec.command[0].empty()) Refuse(spec, "it has no command");
  if (std::any_of(spec.command.begin(), spec.command.end(), HasNul) || HasNul(spec.name)) {
    Refuse(spec, "its name or its command has a zero byte");
  }
  Launch launch;
  launch.command = spec.command;
  launch.environment = Environment(spec, folder);
  launch.working_folder =
      fs::absolute(spec.working_folder.empty() ? folder : spec.working_folder).string();
  launch.log = fs::absolute(spec.log.empty() ? folder / LogName(spec.name) : spec.log).string();
  launch.log_limit = spec.log_limit;
  launch.has_pipes = spec.has_pipes;
  return launch;
}

}  // namespace adapter
