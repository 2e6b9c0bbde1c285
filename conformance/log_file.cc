#include "conformance/log_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "base/parse_error.h"
#include "base/read_file.h"
#include "base/source.h"
#include "trace/json_value.h"

namespace conformance {
namespace {

using cpn::lua::ScriptValue;

ScriptValue ToValue(const nlohmann::json& json) {
  ScriptValue value;
  switch (json.type()) {
    case nlohmann::json::value_t::boolean:
      value.kind = ScriptValue::Kind::kBoolean;
      value.boolean = json.get<bool>();
      break;
    case nlohmann::json::value_t::string:
      value.kind = ScriptValue::Kind::kText;
      value.text = json.get<std::string>();
      break;
    case nlohmann::json::value_t::number_integer:
    case nlohmann::json::value_t::number_unsigned:
    case nlohmann::json::value_t::number_float:
      value.kind = ScriptValue::Kind::kNumber;
      value.number = json.get<double>();
      value.text = json.dump();
      break;
    case nlohmann::json::value_t::array:
      value.kind = ScriptValue::Kind::kList;
      for (const nlohmann::json& item : json) value.items.push_back(ToValue(item));
      break;
    default:
      value.kind = ScriptValue::Kind::kTable;
      for (const auto& [name, member] : json.items()) {
        if (!member.is_null()) value.fields.push_back({name, ToValue(member)});
      }
  }
  return value;
}

/// The error at its line of the file: each line is read as a document of its own.
[[noreturn]] void FailAt(const std::string& path, int line, const base::ParseError& error) {
  std::string text = error.what();
  const std::string wrong = fmt::format("{}:{}:", path, error.line());
  if (text.starts_with(wrong)) text = fmt::format("{}:{}:", path, line) + text.substr(wrong.size());
  throw base::ParseError(text, path, {line, error.column()}, error.message());
}

}  // namespace

std::vector<LoggedEvent> ReadLog(const std::string& path, LogMapping& mapping) {
  const base::FileContents file = base::ReadFile(path);
  if (!file.problem.empty()) {
    const std::string message = "cannot be read: " + file.problem;
    throw base::ParseError(fmt::format("{}: {}", path, message), path, {0, 0}, message);
  }
  std::vector<LoggedEvent> events;
  std::string_view rest = file.bytes;
  for (int line = 1; !rest.empty(); ++line) {
    const std::size_t end = rest.find('\n');
    const std::string_view text = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (text.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const base::Source source(text, path);
    try {
      const nlohmann::json record = trace::ParseJson(source, kMaxLogDepth);
      if (!record.is_object()) {
        throw source.Error({1, 1}, "a record of a log is a JSON object",
                           "a line is {\"name\": value, ...}");
      }
      for (LoggedEvent& event :
           mapping.EventsOf(ToValue(record), path, static_cast<std::size_t>(line))) {
        events.push_back(std::move(event));
      }
    } catch (const base::ParseError& error) {
      FailAt(path, line, error);
    }
  }
  return events;
}

}  // namespace conformance
