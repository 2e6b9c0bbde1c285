#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/characters.h"
#include "trace/trace_file.h"
#include "trace/trace_json.h"

namespace trace {
namespace {

using Json = nlohmann::ordered_json;

std::string Line(const Json& json) { return Dump(json, -1); }

/// The same, with texts that are UTF-8.
Json Escaped(const Json& json) {
  if (json.is_string()) return base::EscapedUtf8(json.get_ref<const std::string&>());
  if (!json.is_structured()) return json;
  Json escaped = json.is_array() ? Json::array() : Json::object();
  for (const auto& [name, item] : json.items()) {
    if (json.is_array()) {
      escaped.push_back(Escaped(item));
    } else {
      escaped[base::EscapedUtf8(name)] = Escaped(item);
    }
  }
  return escaped;
}

void AddText(Json& json, const char* name, const std::string& text) {
  if (!text.empty()) json[name] = text;
}

template <typename Number>
void AddNumber(Json& json, const char* name, Number number) {
  if (number != 0) json[name] = number;
}

void AddFields(Json& json, const char* name, const Fields& fields) {
  if (fields.empty()) return;
  Json pairs = Json::array();
  for (const auto& [field, value] : fields) pairs.push_back(Json::array({field, value}));
  json[name] = std::move(pairs);
}

Json ToJson(const Step& step, std::size_t number) {
  Json json;
  json["number"] = number;
  if (step.time) json["time"] = *step.time;
  json["kind"] = NameOf(step.kind);
  AddText(json, "node", step.node);
  json["name"] = step.name;
  AddFields(json, "fields", step.fields);
  for (const TokenMove& move : step.moves) {
    json["moves"].push_back(
        {{"place", move.place}, {"removed", move.removed}, {"added", move.added}});
  }
  AddFields(json, "state", step.state);
  AddNumber(json, "cause", step.cause);
  AddNumber(json, "part", step.part);
  if (step.unexpected) json["unexpected"] = true;
  AddText(json, "key", step.key);
  AddText(json, "hash", step.hash);
  return json;
}

Json ToJson(const Expectation& expectation) {
  Json json;
  json["state"] = expectation.came ? "came" : "missing";
  AddNumber(json, "part", expectation.part);
  AddNumber(json, "alternative", expectation.alternative);
  AddText(json, "node", expectation.node);
  json["name"] = expectation.name;
  AddFields(json, "fields", expectation.fields);
  AddNumber(json, "step", expectation.step);
  if (expectation.time) json["time"] = *expectation.time;
  return json;
}

Json RemarkJson(const Remark& remark) {
  Json json{{"after", remark.after}, {"text", remark.text}};
  AddText(json, "where", remark.where);
  return json;
}

/// A trace's members, each on a line of its own, and each item of a list, too.
class TraceText {
 public:
  void Add(const char* name, const Json& value) { Begin(name) += Line(value); }
  void AddText(const char* name, const std::string& text) {
    if (!text.empty()) Add(name, text);
  }
  void AddList(const char* name, const Json& items) {
    AddList(name, items.size(), [&](std::size_t i) { return items[i]; });
  }
  /// The same, one by one: of a million steps not all are JSON at once.
  template <typename Item>
  void AddList(const char* name, std::size_t count, Item item) {
    std::string& text = Begin(name);
    text += '[';
    for (std::size_t i = 0; i < count; ++i) {
      text += (i == 0 ? "\n        " : ",\n        ") + Line(item(i));
    }
    text += count == 0 ? "]" : "\n      ]";
  }
  std::string Take() { return "    {\n" + text_ + "\n    }"; }

 private:
  std::string& Begin(const char* name) {
    if (!text_.empty()) text_ += ",\n";
    return text_ += fmt::format("      \"{}\": ", name);
  }

  std::string text_;
};

void AddHeader(TraceText& text, const Header& header) {
  text.Add("made_by", header.made_by);
  text.AddText("model", header.model);
  text.AddText("system", header.system);
  if (!header.parameters.empty()) text.Add("parameters", header.parameters);
  if (header.seed) text.Add("seed", *header.seed);
  text.AddText("strategy", header.strategy);
  text.AddText("property", header.property);
  text.AddText("suite", header.suite);
  text.AddText("case", header.test);
  if (!header.nodes.empty()) text.Add("nodes", header.nodes);
}

std::string TraceJson(const Trace& trace) {
  TraceText text;
  AddHeader(text, trace.header);
  if (trace.outcome != Outcome::kNone) text.Add("outcome", NameOf(trace.outcome));
  text.AddText("detail", trace.detail);
  text.AddList("steps", trace.steps.size(),
               [&](std::size_t i) { return ToJson(trace.steps[i], i + 1); });
  if (trace.loop) text.Add("loop", *trace.loop);
  if (trace.dead_end) text.Add("dead_end", true);
  if (trace.critical > 0) text.Add("critical", trace.critical);
  Json items = Json::array();
  for (const Remark& remark : trace.remarks) items.push_back(RemarkJson(remark));
  if (!items.empty()) text.AddList("remarks", items);
  if (!trace.expected.empty()) text.AddList("expected", ExpectedJson(trace));
  return text.Take();
}

}  // namespace

std::string Dump(const nlohmann::ordered_json& json, int indent) {
  constexpr int kNotUtf8 = 316;  // of nlohmann's errors; rare, so that it is looked for afterwards
  try {
    return json.dump(indent);
  } catch (const Json::type_error& error) {
    if (error.id != kNotUtf8) throw;
    return Escaped(json).dump(indent);
  }
}

nlohmann::ordered_json StepsJson(const Trace& trace) {
  Json items = Json::array();
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    items.push_back(ToJson(trace.steps[i], i + 1));
  }
  return items;
}

nlohmann::ordered_json ExpectedJson(const Trace& trace) {
  Json items = Json::array();
  for (const Expectation& each : trace.expected) items.push_back(ToJson(each));
  return items;
}

std::string Write(const std::vector<Trace>& traces) {
  std::string text = fmt::format("{{\n  \"format\": \"{}\",\n  \"version\": {},\n  \"traces\": [",
                                 kFormat, kVersion);
  for (std::size_t i = 0; i < traces.size(); ++i) {
    if (const auto flaw = FindFlaw(traces[i])) {
      throw std::invalid_argument(fmt::format("trace {}{}: {}", i, flaw->where, flaw->what));
    }
    text += (i == 0 ? "\n" : ",\n") + TraceJson(traces[i]);
  }
  return text + (traces.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

}  // namespace trace
