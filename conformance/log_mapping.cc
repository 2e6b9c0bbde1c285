#include "conformance/log_mapping.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "base/nearest.h"

namespace conformance {
namespace {

using cpn::ModelError;
using cpn::lua::ScriptDeclaration;
using cpn::lua::ScriptField;
using cpn::lua::ScriptValue;
using Kind = cpn::lua::ScriptValue::Kind;

std::string OwnerOf(const std::string& word, const std::string& name) {
  return fmt::format("{} \"{}\"", word, name);
}

const ScriptValue* Find(const ScriptValue& table, const std::string& name) {
  for (const ScriptField& field : table.fields) {
    if (field.name == name) return &field.value;
  }
  return nullptr;
}

/// The text of a leaf: numbers and truth values as Lua writes them.
std::optional<std::string> LeafText(const ScriptValue& value) {
  switch (value.kind) {
    case Kind::kText:
    case Kind::kNumber:
      return value.text;
    case Kind::kBoolean:
      return value.boolean ? "true" : "false";
    default:
      return std::nullopt;
  }
}

/// Fields of fields have names with a slash; the items of a list are numbered.
void AppendFields(const ScriptValue& value, const std::string& prefix,
                  oracles::ObservedEvent& event) {
  const auto append = [&](const std::string& name, const ScriptValue& part) {
    if (const std::optional<std::string> text = LeafText(part)) {
      event.fields.emplace_back(prefix + name, *text);
    } else {
      AppendFields(part, prefix + name + '/', event);
    }
  };
  for (const ScriptField& field : value.fields) append(field.name, field.value);
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    append(std::to_string(i + 1), value.items[i]);
  }
}

}  // namespace

LogMapping::LogMapping(std::unique_ptr<cpn::lua::LiveScript> script) : script_(std::move(script)) {}

LogMapping LogMapping::Load(const std::filesystem::path& path,
                            const cpn::lua::LoadOptions& options) {
  LogMapping mapping(cpn::lua::LiveScript::Load(path, {"event", "log"}, options));
  for (const ScriptDeclaration& declaration : mapping.script_->script().declarations) {
    if (declaration.word == "event") {
      mapping.AddEvent(declaration);
    } else {
      mapping.AddLog(declaration);
    }
  }
  if (mapping.events_.empty()) {
    throw ModelError({path.string(), 1, 0},
                     "the mapping has no event; event \"NAME\" { kind = \"response\", when = "
                     "function(record) ... end } makes one");
  }
  return mapping;
}

void LogMapping::AddEvent(const ScriptDeclaration& declaration) {
  const std::string owner = OwnerOf("event", declaration.name);
  EventRule rule;
  rule.name = declaration.name;
  rule.where = declaration.where;
  bool has_when = false;
  for (const auto& [name, value] : declaration.value.fields) {
    const bool function = value.kind == Kind::kFunction;
    if (name == "kind") {
      if (value.kind != Kind::kText || (value.text != "stimulus" && value.text != "response")) {
        throw ModelError(value.where,
                         fmt::format("kind of {} is \"stimulus\" or \"response\"{}", owner,
                                     base::DidYouMean(value.text, {"stimulus", "response"})));
      }
      rule.kind = value.text == "stimulus" ? cpn::lua::ObservationKind::kStimulus
                                           : cpn::lua::ObservationKind::kResponse;
    } else if (name == "when" && function) {
      rule.when = value;
      has_when = true;
    } else if (name == "fields" && function) {
      rule.fields = value;
    } else if (name == "when" || name == "fields") {
      throw ModelError(value.where, fmt::format("{} of {} is a function of a record", name, owner));
    } else {
      throw ModelError(value.where,
                       fmt::format("{} has kind, when and fields, and no {}{}", owner, name,
                                   base::DidYouMean(name, {"kind", "when", "fields"})));
    }
  }
  if (!has_when) {
    throw ModelError(declaration.where,
                     fmt::format("{} lacks when = function(record) ... end, which says of which "
                                 "records it is made",
                                 owner));
  }
  events_.push_back(std::move(rule));
}

void LogMapping::AddLog(const ScriptDeclaration& declaration) {
  const std::string owner = OwnerOf("log", declaration.name);
  if (!log_.empty()) throw ModelError(declaration.where, "there is one log in a mapping");
  log_ = owner;
  log_where_ = declaration.where;
  for (const auto& [name, value] : declaration.value.fields) {
    if (name != "node" && name != "clock") {
      throw ModelError(value.where, fmt::format("{} has node and clock, and no {}{}", owner, name,
                                                base::DidYouMean(name, {"node", "clock"})));
    }
    if (value.kind != Kind::kFunction && value.kind != Kind::kText) {
      throw ModelError(value.where, fmt::format("{} of {} is the name of a record's field, or a "
                                                "function of a record",
                                                name, owner));
    }
    (name == "node" ? node_ : clock_) = value;
  }
  if (clock_ && !node_) {
    throw ModelError(declaration.where,
                     fmt::format("{} has a clock and no node: whose record is it?", owner));
  }
}

cpn::SourceLocation LogMapping::WhereOf(const Event& event, bool fields) const {
  for (const EventRule& rule : events_) {
    if (rule.name != event.what.name || rule.kind != event.kind) continue;
    return fields && rule.fields ? rule.fields->where : rule.where;
  }
  return {};
}

std::optional<ScriptValue> LogMapping::Follow(const Way& way, const char* name,
                                              const ScriptValue& record, const std::string& place) {
  if (way->kind == Kind::kFunction) {
    return script_->Call(*way, record, log_, [&] { return fmt::format("{} of {}", name, place); });
  }
  const ScriptValue* const found = Find(record, way->text);
  return found == nullptr ? std::nullopt : std::optional<ScriptValue>(*found);
}

std::string LogMapping::NodeOf(const ScriptValue& record, const std::string& place) {
  if (!node_) return "";
  const std::optional<ScriptValue> node = Follow(node_, "node", record, place);
  const std::optional<std::string> text = node ? LeafText(*node) : std::nullopt;
  if (text && !text->empty()) return *text;
  throw ModelError(node_->where, fmt::format("{} has no node; it is a text or a number", place));
}

Clock LogMapping::ClockOf(const ScriptValue& record, const std::string& place) {
  Clock clock;
  if (!clock_) return clock;
  const std::optional<ScriptValue> value = Follow(clock_, "clock", record, place);
  const auto fail = [&] {
    throw ModelError(clock_->where,
                     fmt::format("{} has no clock; it is a table of counts by node", place));
  };
  if (!value || value->kind != Kind::kTable) fail();
  for (const auto& [node, count] : value->fields) {
    std::uint64_t number = 0;
    const char* const end = count.text.data() + count.text.size();
    const auto [rest, error] = std::from_chars(count.text.data(), end, number);
    if (count.kind != Kind::kNumber || error != std::errc() || rest != end) fail();
    clock[node] = number;
  }
  return clock;
}

std::vector<LoggedEvent> LogMapping::EventsOf(const ScriptValue& record, const std::string& file,
                                              std::size_t line) {
  const std::string place = fmt::format("{}:{}", file, line);
  std::vector<LoggedEvent> events;
  for (const EventRule& rule : events_) {
    const std::string owner = OwnerOf("event", rule.name);
    const std::optional<ScriptValue> holds =
        script_->Call(rule.when, record, owner, [&] { return "when of " + place; });
    if (holds && holds->kind != Kind::kBoolean) {
      throw ModelError(rule.when.where,
                       fmt::format("when of {} yields true or false; of {} it yields something "
                                   "else",
                                   owner, place));
    }
    if (!holds || !holds->boolean) continue;
    LoggedEvent event;
    event.seen.event.kind = rule.kind;
    event.seen.event.what.name = rule.name;
    event.seen.step = line;
    if (rule.fields) {
      const std::optional<ScriptValue> fields =
          script_->Call(*rule.fields, record, owner, [&] { return "fields of " + place; });
      if (!fields || (fields->kind != Kind::kTable && fields->kind != Kind::kList)) {
        throw ModelError(rule.fields->where,
                         fmt::format("fields of {} yields a table; of {} it yields something else",
                                     owner, place));
      }
      AppendFields(*fields, "", event.seen.event.what);
    }
    event.seen.node = NodeOf(record, place);
    event.clock = ClockOf(record, place);
    events.push_back(std::move(event));
  }
  return events;
}

}  // namespace conformance
