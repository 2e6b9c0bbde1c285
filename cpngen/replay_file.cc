#include "cpngen/replay_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "base/read_file.h"
#include "cpngen/input_error.h"
#include "cpngen/properties.h"
#include "cpngen/value_json.h"

namespace cpngen {
namespace {

/// Lines of a record that start with this say where it comes from; they are not steps.
constexpr char kComment = '#';

[[noreturn]] void Refuse(const std::string& path, const std::string& why) {
  throw InputError(fmt::format("--replay {}: {}", path, why));
}

[[noreturn]] void RefuseAsForeign(const std::string& path, const std::string& why) {
  Refuse(path, "this run does not belong to the model: " + why);
}

std::string ReadText(const std::string& path) {
  base::FileContents contents = base::ReadFile(path);
  if (!contents.problem.empty()) Refuse(path, "cannot read this file: " + contents.problem);
  return std::move(contents.bytes);
}

std::vector<std::string> RecordedSteps(const std::string& text) {
  std::vector<std::string> record;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty() && line.front() != kComment) record.push_back(line);
  }
  return record;
}

Json ParseJson(const std::string& path, const std::string& text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    const std::string_view before = std::string_view(text).substr(0, error.byte);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    Refuse(path, fmt::format("line {} is no JSON", line));
  }
}

/// One property's run in a trace file.
class TraceFile {
 public:
  TraceFile(std::string path, const std::string& text)
      : path_(std::move(path)), json_(ParseJson(path_, text)) {}

  /// The object of the property that was asked for, or of the error that the model failed with.
  const Json& Choose(const std::string& property) const {
    if (property.empty() && json_.contains("error")) return json_["error"];
    std::vector<const Json*> chosen;
    std::vector<std::string> known;
    for (const Json& entry : List(json_, "properties")) {
      const std::string name = Text(entry, "property");
      if (!entry.contains("trace") || entry["trace"].is_null()) continue;
      if (property.empty() || name == property) chosen.push_back(&entry);
      known.push_back(name);
    }
    if (known.empty()) Refuse(path_, "no property in it has a run: there is nothing to replay");
    if (chosen.empty()) {
      Refuse(path_, fmt::format("it has no run of the property {}{}", property,
                                QuotedAlternatives(property, known)));
    }
    if (chosen.size() > 1) {
      Refuse(path_, fmt::format("it has runs of several properties; choose one with --property: {}",
                                QuotedListing(known)));
    }
    return *chosen.front();
  }

  void RequireParameters(const cpn::lua::LuaModel& model) const {
    const auto parameters = json_.find("parameters");
    if (parameters == json_.end() || !parameters->is_object()) Malformed("parameters");
    for (const cpn::lua::Parameter& parameter : model.parameters()) {
      const auto made_with = parameters->find(parameter.name);
      if (made_with == parameters->end() || !made_with->is_string()) {
        RefuseAsForeign(path_, fmt::format("it knows no parameter {}", parameter.name));
      }
      const std::string value = made_with->get<std::string>();
      if (value == parameter.value) continue;
      RefuseAsForeign(path_, fmt::format("it was made with {0} = {1}, and here {0} is {2}; add -D "
                                         "{0}={1}",
                                         parameter.name, value, parameter.value));
    }
    if (parameters->size() != model.parameters().size()) {
      RefuseAsForeign(path_, "the model lacks parameters that it was made with");
    }
  }

  const Json& List(const Json& object, const char* field) const {
    if (!object.is_object() || !object.contains(field) || !object[field].is_array()) {
      Malformed(field);
    }
    return object[field];
  }

  std::string Text(const Json& object, const char* field) const {
    if (!object.is_object() || !object.contains(field) || !object[field].is_string()) {
      Malformed(field);
    }
    return object[field].get<std::string>();
  }

  [[noreturn]] void Malformed(const char* field) const {
    Refuse(path_, fmt::format("this is JSON, but nothing that cpngen check --trace writes: the "
                              "field \"{}\" is not there, or something else",
                              field));
  }

 private:
  std::string path_;
  Json json_;
};

/// The model's steps must do what the file says they did.
void RequireSameMoves(cpn::Engine& engine, const std::string& path, const Json& steps,
                      const cpn::Run& run) {
  ForEachStep(engine, run.steps, [&](std::size_t i, const cpn::Marking& before) {
    const Json here = StepJson(engine, before, run.steps[i]);
    if (steps[i].value("moves", Json()) == here["moves"]) return;
    RefuseAsForeign(path, fmt::format("step {}, {}, moves other tokens in this model", i + 1,
                                      engine.FormatElement(run.steps[i])));
  });
}

/// Reads how the run goes on after its last step, and sees that it does in this model.
Trace WithEnding(cpn::Engine& engine, const TraceFile& file, const std::string& path,
                 const Json& entry, const cpn::Run& run) {
  Trace trace;
  trace.steps = run.steps;
  trace.ends_dead = entry.value("ends_dead", Json(false)) == Json(true);
  if (trace.ends_dead && run.end != cpn::RunEnd::kDead) {
    RefuseAsForeign(path, "it ends in a dead marking, and here something is enabled there");
  }
  for (const Json& remark : file.List(entry, "remarks")) {
    const Json after = remark.is_object() ? remark.value("after", Json()) : Json();
    if (!after.is_number_unsigned()) file.Malformed("remarks");
    trace.remarks.push_back(
        {after.get<std::size_t>(), file.Text(remark, "text"), file.Text(remark, "where")});
  }
  const Json loop = entry.value("loop", Json());
  if (loop.is_null()) return trace;
  if (!loop.is_number_unsigned() || loop < 1u || loop > run.steps.size()) file.Malformed("loop");
  trace.loop = loop.get<std::size_t>() - 1;
  cpn::Marking begin;
  ForEachStep(engine, run.steps, [&](std::size_t i, const cpn::Marking& before) {
    if (i == *trace.loop) begin = before;
  });
  if (begin != run.last) {
    RefuseAsForeign(path, fmt::format("its last step does not lead back to the marking before step "
                                      "{}",
                                      *trace.loop + 1));
  }
  return trace;
}

void Replay(cpn::Engine& engine, const std::string& path, const std::vector<std::string>& steps,
            cpn::Run& run) {
  try {
    cpn::Replay(engine, steps, run);
  } catch (const cpn::ReplayError& error) {
    RefuseAsForeign(path, error.message());
  }
}

Trace ReplayTrace(cpn::lua::LuaModel& model, const std::string& path, const std::string& text,
                  const std::string& property, cpn::Run& run) {
  const TraceFile file(path, text);
  const Json& entry = file.Choose(property);
  file.RequireParameters(model);
  const Json& steps = file.List(entry, "trace");
  std::vector<std::string> texts;
  for (const Json& step : steps) texts.push_back(file.Text(step, "step"));
  Replay(model.engine(), path, texts, run);
  RequireSameMoves(model.engine(), path, steps, run);
  return WithEnding(model.engine(), file, path, entry, run);
}

}  // namespace

Trace ReplayFile(cpn::lua::LuaModel& model, const std::string& path, const std::string& property,
                 cpn::Run& run) {
  const std::string text = ReadText(path);
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin != std::string::npos && text[begin] == '{') {
    return ReplayTrace(model, path, text, property, run);
  }
  if (!property.empty()) Refuse(path, "this is a record of one run; it has no properties");
  Replay(model.engine(), path, RecordedSteps(text), run);
  Trace trace;
  trace.steps = run.steps;
  return trace;
}

}  // namespace cpngen
