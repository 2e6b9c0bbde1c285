#include "trace/json_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/nearest.h"
#include "trace/json_place.h"

namespace trace {

using nlohmann::json;

namespace {

/// "unexpected ','" of the library's "[...] parse error at line 1, column 2: syntax error while
/// parsing value - unexpected ','; expected ...".
std::string ReasonOf(const json::parse_error& error) {
  std::string reason = error.what();
  const std::size_t dash = reason.find(" - ");
  if (dash != std::string::npos) reason.erase(0, dash + 3);
  return reason.substr(0, reason.find(';'));
}

}  // namespace

void JsonValue::Fail(const std::string& message, const std::string& advice,
                     const std::string& below) const {
  const std::size_t offset = FindPlace(source_->text(), pointer_ + below);
  throw source_->Error(source_->At(offset), message, advice);
}

std::string JsonValue::Name() const {
  if (pointer_.empty()) return "the document";
  return '"' + pointer_.substr(pointer_.rfind('/') + 1) + '"';
}

void JsonValue::RequireObject() const {
  if (!json_->is_object()) {
    Fail(fmt::format("{} is no object", Name()), "an object is written {\"name\": value}");
  }
}

void JsonValue::AllowMembers(const std::vector<std::string>& names) const {
  RequireObject();
  for (const auto& [name, value] : json_->items()) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    Fail(fmt::format("unknown member \"{}\"{}", name, base::DidYouMean(name, names)),
         "docs/trace_format.md names all", '/' + name);
  }
}

std::optional<JsonValue> JsonValue::Find(const std::string& name) const {
  RequireObject();
  const auto found = json_->find(name);
  if (found == json_->end()) return std::nullopt;
  return JsonValue(*source_, *found, pointer_ + '/' + name);
}

JsonValue JsonValue::Member(const std::string& name) const {
  const auto found = Find(name);
  if (!found) Fail(fmt::format("the member \"{}\" is missing", name), "");
  return *found;
}

std::vector<JsonValue> JsonValue::Items() const {
  if (!json_->is_array()) {
    Fail(fmt::format("{} is no array", Name()), "an array is written [value, value]");
  }
  std::vector<JsonValue> items;
  items.reserve(json_->size());
  for (std::size_t i = 0; i < json_->size(); ++i) {
    items.push_back(JsonValue(*source_, (*json_)[i], fmt::format("{}/{}", pointer_, i)));
  }
  return items;
}

std::vector<std::string> JsonValue::MemberNames() const {
  RequireObject();
  std::vector<std::string> names;
  for (const auto& [name, value] : json_->items()) names.push_back(name);
  return names;
}

std::string JsonValue::Text() const {
  if (!json_->is_string()) {
    Fail(fmt::format("{} is no text", Name()), "a text is written in double quotes");
  }
  return json_->get<std::string>();
}

bool JsonValue::Bool() const {
  if (!json_->is_boolean()) Fail(fmt::format("{} is neither true nor false", Name()), "");
  return json_->get<bool>();
}

std::uint64_t JsonValue::Number(std::uint64_t least, std::uint64_t most) const {
  const bool whole = json_->is_number_unsigned();
  if (!whole || json_->get<std::uint64_t>() < least || json_->get<std::uint64_t>() > most) {
    Fail(fmt::format("{} is no number from {} to {}", Name(), least, most), "");
  }
  return json_->get<std::uint64_t>();
}

json ParseJson(const base::Source& source, int most_depth) {
  const std::string_view text = source.text();
  if (const auto fault = FindJsonFault(text, most_depth)) {
    throw source.Error(source.At(fault->offset), fault->what, "");
  }
  try {
    return json::parse(text);
  } catch (const json::parse_error& error) {
    // `byte` counts from 1 and is behind what was read last.
    const std::size_t offset = std::min(error.byte == 0 ? 0 : error.byte - 1, text.size());
    throw source.Error(source.At(offset), "this is no JSON: " + ReasonOf(error), "");
  } catch (const json::out_of_range& error) {
    const std::string reason = error.what();  // "[...] number overflow parsing '1e999'"
    const std::size_t quote = reason.find('\'');
    const std::string number = reason.substr(quote + 1, reason.size() - quote - 2);
    throw source.Error(source.At(std::min(text.find(number), text.size())),
                       "this number is too large", "");
  }
}

}  // namespace trace
