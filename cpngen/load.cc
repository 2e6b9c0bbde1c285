#include "cpngen/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <utility>

#include "cpngen/input_error.h"
#include "cpngen/text.h"
#include "cpntools/document/reader.h"
#include "cpntools/overrides.h"
#include "pnml/reader.h"
#include "pnml/to_lua.h"
#include "xml/parse_source.h"

namespace cpngen {
namespace {

using cpn::lua::LuaModel;

cpntools::Document ReadCpnFile(ModelArguments& arguments) {
  try {
    cpntools::Document document = cpntools::ReadDocumentFile(arguments.path);
    std::erase_if(arguments.parameters, [&](const auto& parameter) {
      return cpntools::SetValue(document, parameter.first, parameter.second);
    });
    for (const auto& [place, inscription] : arguments.initial_markings) {
      cpntools::SetInitialMarking(document, place, inscription);
    }
    return document;
  } catch (const cpntools::ReadError& error) {
    throw InputError(error.what());
  } catch (const cpntools::UnknownPlace& error) {
    throw InputError(error.what());
  }
}

/// One after the other, each with its line of the file.
std::string Listed(const std::vector<cpntools::Problem>& problems, const std::string& path) {
  const std::string text = xml::ReadFile(path);
  const base::Source source(text, path);
  std::string list;
  for (const cpntools::Problem& problem : problems) {
    list += '\n';
    list += problem.line == 0 ? cpntools::ProblemText(problem)
                              : source
                                    .Error({problem.line, std::max(problem.column, 1)},
                                           cpntools::WhatIsWrong(problem), "")
                                    .what();
  }
  return list;
}

}  // namespace

std::string TranslatePnml(const std::string& path, std::ostream* remarks) {
  const std::string source = std::filesystem::path(path).filename().string();
  const pnml::Net net = pnml::ReadNetFile(path);
  if (remarks != nullptr) PrintWarnings(net, *remarks);
  return pnml::ToLua(net, source).text;
}

void PrintWarnings(const pnml::Net& net, std::ostream& remarks) {
  for (const std::string& warning : net.warnings) remarks << "cpngen: warning: " << warning << '\n';
}

cpntools::Translation TranslateCpn(ModelArguments& arguments, std::ostream* remarks) {
  const std::filesystem::path path = arguments.path;
  cpntools::Translation translation =
      cpntools::Translate(ReadCpnFile(arguments), path.stem().string());
  if (translation.problems.empty()) return translation;
  const std::string parts = Plural(translation.problems.size(), "part");
  if (!arguments.partial) {
    throw InputError(
        fmt::format("{}: {} of the model cannot be translated; --partial leaves {} out:{}",
                    arguments.path, parts, translation.problems.size() == 1 ? "it" : "them",
                    Listed(translation.problems, arguments.path)));
  }
  if (remarks != nullptr) {
    *remarks << fmt::format("cpngen: {}: a partial model, without {}:{}\n", arguments.path, parts,
                            Listed(translation.problems, arguments.path));
  }
  return translation;
}

LoadedModel LoadWithNames(const ModelArguments& arguments, std::ostream* remarks,
                          const base::Budget* budget) {
  cpn::lua::LoadOptions options;
  options.budget = budget;
  options.limits = arguments.limits;
  options.extensions.assign(arguments.extensions.begin(), arguments.extensions.end());
  const std::string translated = arguments.path + ".lua";
  if (arguments.path.ends_with(".cpn")) {
    ModelArguments rest = arguments;
    cpntools::Translation translation = TranslateCpn(rest, remarks);
    options.parameters = rest.parameters;
    return {LuaModel::LoadText(std::move(translation.lua), translated, options),
            std::move(translation.names)};
  }
  options.parameters = arguments.parameters;
  options.initial_markings = arguments.initial_markings;
  if (arguments.path.ends_with(".pnml")) {
    return {LuaModel::LoadText(TranslatePnml(arguments.path, remarks), translated, options), {}};
  }
  return {LuaModel::Load(arguments.path, options), {}};
}

std::unique_ptr<LuaModel> LoadModelFor(const ModelArguments& arguments, std::ostream* remarks,
                                       const base::Budget* budget) {
  return LoadWithNames(arguments, remarks, budget).model;
}

cpn::ModelError AtOrigin(const cpn::ModelError& error, const ModelArguments& arguments) {
  const cpn::SourceLocation& where = error.where();
  if (!arguments.path.ends_with(".cpn") || where.file != arguments.path + ".lua") return error;
  // The same arguments give the same text, so that its places can be looked up once they matter.
  ModelArguments same = arguments;
  const cpntools::Translation translation = TranslateCpn(same, nullptr);
  const cpntools::Origin* const origin =
      cpntools::OriginOf(translation, where.line, where.column, error.message());
  if (origin == nullptr) return cpn::ModelError({arguments.path, 0, 0}, error.message());
  return cpn::ModelError({arguments.path, origin->line, origin->column}, error.message());
}

std::string ParametersText(const LuaModel& model) {
  std::string text;
  for (const cpn::lua::Parameter& parameter : model.parameters()) {
    if (!text.empty()) text += ", ";
    text += parameter.name + " = " + parameter.value;
  }
  return text;
}

}  // namespace cpngen
