#include "adapter/driver_protocol/json_lines.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "adapter/driver_protocol/number_text.h"
#include "base/nearest.h"

namespace adapter::driver_protocol {
namespace {

using Json = nlohmann::ordered_json;

// ------------------------------------------------------------------------------------ to a driver

Json ToJson(const Payload& payload) {
  switch (payload.kind) {
    case Payload::Kind::kText:
      return payload.text;
    case Payload::Kind::kList: {
      Json list = Json::array();
      for (const Payload& item : payload.items) list.push_back(ToJson(item));
      return list;
    }
    case Payload::Kind::kObject:
      break;
  }
  Json object = Json::object();
  for (const auto& [name, value] : payload.fields) object[name] = ToJson(value);
  return object;
}

Json ToJson(const Hello& hello) {
  return {{"hello", {{"version", hello.version}, {"system", hello.system}}}};
}

Json ToJson(const BeginCase& begin) {
  Json addresses = Json::object();
  for (const auto& [name, address] : begin.addresses) addresses[name] = address;
  return {{"beginCase",
           {{"id", begin.id},
            {"suite", begin.suite},
            {"case", begin.test},
            {"seed", std::to_string(begin.seed)},
            {"fresh", begin.fresh},
            {"addresses", std::move(addresses)},
            {"configuration", ToJson(begin.configuration)},
            {"attributes", ToJson(begin.attributes)}}}};
}

Json ToJson(const Stimulus& stimulus) {
  Json inner = {{"id", stimulus.id}, {"name", stimulus.name}, {"fields", ToJson(stimulus.fields)}};
  if (!stimulus.text.empty()) inner["text"] = stimulus.text;
  return {{"stimulus", std::move(inner)}};
}

Json ToJson(const Fault& fault) {
  return {{"fault",
           {{"id", fault.id},
            {"name", fault.name},
            {"fields", ToJson(fault.fields)},
            {"actions", fault.actions}}}};
}

Json ToJson(const EndCase& end) { return {{"endCase", {{"id", end.id}}}}; }

// ---------------------------------------------------------------------------------- from a driver

/// The beginning of a line, for messages, on one line.
std::string Shown(std::string_view line) {
  constexpr std::size_t kMost = 120;
  std::string shown;
  for (const char c : line.substr(0, kMost)) {
    const auto byte = static_cast<unsigned char>(c);
    shown += byte < 0x20 || byte >= 0x7F ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return line.size() > kMost ? shown + "..." : shown;
}

/// A value that is not what it should be. Dumping a deep one would need a deep stack.
std::string Described(const Json& json) {
  if (json.is_array()) return "a list";
  if (json.is_object()) return "an object";
  return Shown(json.dump(-1, ' ', true, Json::error_handler_t::replace));
}

[[noreturn]] void Fail(const std::string& what) { throw DriverError(what); }

Payload PayloadOf(const Json& json, int depth = 0) {
  if (depth > kDeepestValue) {
    Fail(fmt::format("values are nested more than {} deep", kDeepestValue));
  }
  Payload payload;
  switch (json.type()) {
    case Json::value_t::string:
      return Payload::OfText(json.get<std::string>());
    case Json::value_t::boolean:
      return Payload::OfText(json.get<bool>() ? "true" : "false");
    case Json::value_t::null:
      return Payload::OfText("");
    case Json::value_t::number_integer:
      return Payload::OfText(std::to_string(json.get<std::int64_t>()));
    case Json::value_t::number_unsigned:
      return Payload::OfText(std::to_string(json.get<std::uint64_t>()));
    case Json::value_t::number_float:
      return Payload::OfText(NumberText(json.get<double>()));
    case Json::value_t::array:
      payload.kind = Payload::Kind::kList;
      for (const Json& item : json) payload.items.push_back(PayloadOf(item, depth + 1));
      return payload;
    default:
      for (const auto& [name, value] : json.items()) {
        payload.fields.emplace_back(name, PayloadOf(value, depth + 1));
      }
      return payload;
  }
}

std::string TextOf(const std::string& field, const Json& json) {
  if (!json.is_string()) Fail(fmt::format("{} is a text, not {}", field, Described(json)));
  return json.get<std::string>();
}

Payload ObjectOf(const std::string& field, const Json& json) {
  if (!json.is_object()) Fail(fmt::format("{} is an object, not {}", field, Described(json)));
  return PayloadOf(json);
}

/// A number, which may be written as a text.
double DoubleOf(const std::string& field, const Json& json) {
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) {
    const auto& text = json.get_ref<const std::string&>();
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc{} && end == text.data() + text.size()) return number;
  }
  Fail(fmt::format("{} is a number, not {}", field, Described(json)));
}

int IntOf(const std::string& field, const Json& json) {
  const double number = DoubleOf(field, json);
  if (number != std::floor(number) || number < 0 || number > std::numeric_limits<int>::max()) {
    Fail(fmt::format("{} is a number from 0 to 2147483647, not {}", field, Described(json)));
  }
  return static_cast<int>(number);
}

/// The fields of one message, each with what takes it.
using Takers =
    std::vector<std::pair<std::string, std::function<void(const std::string&, const Json&)>>>;

void ReadFields(const std::string& message, const Json& json, const Takers& takers) {
  if (!json.is_object()) {
    Fail(fmt::format("{} is an object, not {}", message, Described(json)));
  }
  for (const auto& [name, value] : json.items()) {
    if (value.is_null()) continue;  // in protobuf's mapping: not there
    bool known = false;
    for (const auto& [field, take] : takers) {
      if (field != name) continue;
      take(message + '.' + field, value);
      known = true;
    }
    if (known) continue;
    std::vector<std::string> names;
    for (const auto& [field, take] : takers) names.push_back(field);
    Fail(fmt::format("{} has no field {}{}", message, Shown(name), base::DidYouMean(name, names)));
  }
}

FromDriver ReadMessage(const std::string& name, const Json& json) {
  const auto text = [](std::string& to) {
    return [&to](const std::string& field, const Json& value) { to = TextOf(field, value); };
  };
  const auto number = [](int& to) {
    return [&to](const std::string& field, const Json& value) { to = IntOf(field, value); };
  };
  if (name == "event") {
    Event event;
    ReadFields(name, json,
               {{"name", text(event.name)},
                {"fields", [&](const auto& f, const Json& v) { event.fields = ObjectOf(f, v); }},
                {"text", text(event.text)},
                {"source", text(event.source)},
                {"answers", number(event.answers)},
                {"time", [&](const auto& f, const Json& v) { event.time = DoubleOf(f, v); }}});
    if (event.name.empty()) Fail("an event has a name");
    return event;
  }
  if (name == "done") {
    Done done;
    ReadFields(name, json, {{"id", number(done.id)}});
    return done;
  }
  if (name == "log") {
    Log log;
    ReadFields(name, json, {{"line", text(log.line)}, {"source", text(log.source)}});
    return log;
  }
  if (name == "ready") {
    Ready ready;
    ReadFields(name, json, {{"version", number(ready.version)}, {"driver", text(ready.driver)}});
    return ready;
  }
  if (name == "error") {
    Error error;
    ReadFields(name, json, {{"id", number(error.id)}, {"message", text(error.message)}});
    return error;
  }
  Fail(fmt::format("no message has the name {}{}", Shown(name),
                   base::DidYouMean(name, {"ready", "event", "log", "done", "error"})));
}

}  // namespace

std::string ToLine(const ToDriver& message) {
  const Json json = std::visit([](const auto& kind) { return ToJson(kind); }, message);
  // Values come from files: bytes that are no UTF-8 are replaced rather than thrown about.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

FromDriver FromLine(std::string_view line) {
  try {
    const Json json = Json::parse(line);
    if (!json.is_object() || json.size() != 1) {
      Fail("a message is an object with one field, as in {\"done\": {\"id\": 1}}");
    }
    return ReadMessage(json.begin().key(), json.begin().value());
  } catch (const Json::parse_error& error) {
    throw DriverError(
        fmt::format("the driver sent what is no JSON, at byte {}: {}", error.byte, Shown(line)));
  } catch (const Json::out_of_range&) {
    throw DriverError(
        fmt::format("the driver sent a number that is too large for JSON: {}", Shown(line)));
  } catch (const DriverError& error) {
    throw DriverError(fmt::format("the driver sent {}: {}", Shown(line), error.what()));
  }
}

}  // namespace adapter::driver_protocol
