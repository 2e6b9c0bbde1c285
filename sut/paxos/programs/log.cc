#include "sut/paxos/programs/log.h"

#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>

namespace paxos {
namespace {

bool IsPlain(char c) { return c > ' ' && c < 127 && c != '"' && c != '\\' && c != '='; }

spdlog::level::level_enum LevelOf(LogLevel level) {
  if (level == LogLevel::kInfo) return spdlog::level::info;
  return level == LogLevel::kWarning ? spdlog::level::warn : spdlog::level::err;
}

}  // namespace

std::string LogField(const std::string& key, const std::string& value) {
  if (!value.empty() && std::all_of(value.begin(), value.end(), IsPlain)) return key + "=" + value;
  std::string quoted = key + "=\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') quoted.push_back('\\');
    if (c >= ' ' && c != 127) {
      quoted.push_back(c);
    } else {
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return quoted + "\"";
}

void Log(LogLevel level, const std::string& message, const LogFields& fields) {
  std::string line = LogField("msg", message);
  for (const auto& [key, value] : fields) line += " " + LogField(key, value);
  spdlog::log(LevelOf(level), "{}", line);
}

void StartLog(const std::string& program) {
  spdlog::set_default_logger(spdlog::stderr_logger_mt(program));
  spdlog::set_pattern("time=%Y-%m-%dT%H:%M:%S.%e%z level=%l program=%n pid=%P %v");
}

}  // namespace paxos
