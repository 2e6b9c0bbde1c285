#include "cpngen/completion.h"

#include <exception>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "cpngen/load.h"

namespace cpngen {
namespace {

using command_line::Call;
using command_line::ValueSource;
using cpn::lua::LuaModel;

const std::vector<std::string>& ValuesOf(const Call& call, const std::string& key) {
  static const std::vector<std::string> kNone;
  const auto values = call.values.find(key);
  return values == call.values.end() ? kNone : values->second;
}

/// What the call says of the model; parts that are not whole yet are left out.
ModelArguments ModelOf(const Call& call) {
  ModelArguments model;
  if (!ValuesOf(call, "MODEL").empty()) model.path = ValuesOf(call, "MODEL").front();
  for (const std::string& definition : ValuesOf(call, "-D")) {
    const std::size_t equals = definition.find('=');
    if (equals == std::string::npos) continue;
    model.parameters[definition.substr(0, equals)] = definition.substr(equals + 1);
  }
  model.extensions = ValuesOf(call, "--with");
  model.partial = call.values.contains("--partial");
  return model;
}

std::vector<std::string> NamesOf(const LuaModel& model, const std::string& source) {
  std::vector<std::string> names;
  if (source == "--spec") {
    for (const auto& specification : model.specifications()) {
      names.push_back(specification->name());
    }
  } else if (source == "--property") {
    for (const auto& property : model.properties()) names.push_back(property.name);
  } else if (source == "--module") {
    for (const auto& module : model.model().modules) {
      names.push_back(module.name.empty() ? model.name() : module.name);
    }
  } else {  // -D, whose names end in what must follow
    for (const auto& parameter : model.parameters()) names.push_back(parameter.name + "=");
  }
  return names;
}

std::vector<std::string> NamesFor(const command_line::Completion& completion) {
  const ModelArguments arguments = ModelOf(completion.call);
  const bool value_of_parameter =
      completion.source == "-D" && completion.prefix.find('=') != std::string::npos;
  if (arguments.path.empty() || value_of_parameter) return {};
  try {
    const std::unique_ptr<LuaModel> model = LoadModelFor(arguments, nullptr);
    return NamesOf(*model, completion.source);
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace

const command_line::ValueSources& CompletionSources() {
  static const command_line::ValueSources kSources = {
      {"MODEL", {ValueSource::Kind::kFiles, {".lua", ".cpn", ".pnml"}}},
      {"FILE", {ValueSource::Kind::kFiles, {".cpn", ".pnml"}}},
      {"PART", {ValueSource::Kind::kFiles, {".xml", ".json"}}},
      {"TRACE", {ValueSource::Kind::kFiles, {".json", ".jsonl"}}},
      {"--log", {ValueSource::Kind::kFiles, {".lua"}}},
      {"--with", {ValueSource::Kind::kFiles, {".lua"}}},
      {"--spec", {ValueSource::Kind::kNames, {}}},
      {"--property", {ValueSource::Kind::kNames, {}}},
      {"--module", {ValueSource::Kind::kNames, {}}},
      {"-D", {ValueSource::Kind::kNames, {}}},
  };
  return kSources;
}

ExitCode CompleteNames(const NamesOptions& options, const Streams& streams) {
  streams.out << command_line::CompletionText(
      command_line::WithNames(options.completion, NamesFor(options.completion)));
  return ExitCode::kDone;
}

}  // namespace cpngen
