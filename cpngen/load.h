// Loading the model that a command names: a Lua model as it is, others translated first.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

#include "base/budget.h"
#include "cpn/lua/lua_model.h"
#include "cpn/values/error.h"
#include "cpngen/options/options.h"
#include "cpntools/translate.h"
#include "pnml/net.h"

namespace cpngen {

/// The net of a .pnml file as a model in the model language. Says on `remarks`, unless it is null,
/// what of the file was left out. Throws base::ParseError and pnml::TranslationError.
std::string TranslatePnml(const std::string& path, std::ostream* remarks);
/// What of the net's file was left out without harm.
void PrintWarnings(const pnml::Net& net, std::ostream& remarks);

struct LoadedModel {
  std::unique_ptr<cpn::lua::LuaModel> model;
  cpntools::OriginalNames names;  ///< of a .cpn file's pages, places and transitions
};

/// Loads the model that the arguments name, with its parameters, initial markings and extensions.
/// Says on `remarks`, unless it is null, what a --partial model lacks. Loading, and later the
/// model, obey `budget`, unless it is null; it must outlive the model. Throws ModelError,
/// InputError and StopError; for .pnml files base::ParseError and pnml::TranslationError, too.
LoadedModel LoadWithNames(const ModelArguments& arguments, std::ostream* remarks,
                          const base::Budget* budget = nullptr);
/// As LoadWithNames, without the names of a .cpn file.
std::unique_ptr<cpn::lua::LuaModel> LoadModelFor(const ModelArguments& arguments,
                                                 std::ostream* remarks,
                                                 const base::Budget* budget = nullptr);

/// Translates the .cpn file that the arguments name, with its --initial markings and with those -D
/// that are constants of the file, which it takes out of the arguments. Throws InputError when the
/// file is broken, or when not everything can be translated and --partial is not given.
cpntools::Translation TranslateCpn(ModelArguments& arguments, std::ostream* remarks);

/// The error of a model that is translated from a .cpn file, at its place in that file; any other
/// error as it is.
cpn::ModelError AtOrigin(const cpn::ModelError& error, const ModelArguments& arguments);

/// "W = 3, reduce = true"; empty when the model has no parameters.
std::string ParametersText(const cpn::lua::LuaModel& model);

}  // namespace cpngen
