// Opening what `cpngen debug` looks at: a model, a model with a run, a trace with the model that it
// names, a trace alone.
//
// Thread safety: free functions without state.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

#include "base/budget.h"
#include "cpngen/commands/debug/shell.h"
#include "cpngen/options/options.h"

namespace cpngen {

/// Throws InputError, ModelError, base::ParseError and StopError. Says on `remarks` what had to be
/// left out.
DebugSubject OpenSubject(const DebugOptions& options, std::ostream& remarks,
                         const base::Budget* budget);

/// Another run, to compare with.
struct OtherRun {
  std::unique_ptr<debugger::Session> session;
};

/// A run of the file: of `property` if it is named, else the one that comes to life, else one that
/// is not of `present_property`, else the first. With a model it is a NetSession over it. Throws as
/// above.
OtherRun OpenOther(const std::string& file, const std::string& property,
                   const std::string& present_property, cpn::lua::LuaModel* model);

}  // namespace cpngen
