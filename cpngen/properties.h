// The properties that a call names, among those of the model, and what to say of a wrong name.
//
// Thread safety: free functions without state.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cpn/ctl/formula.h"
#include "cpn/lua/lua_model.h"

namespace cpngen {

/// The properties of `model` that are named, in that order, each once; all of them when `names` is
/// empty. Throws InputError when the model has none, which it calls `path`, or none of that name.
std::vector<const cpn::ctl::Property*> ChooseProperties(const cpn::lua::LuaModel& model,
                                                        const std::string& path,
                                                        const std::vector<std::string>& names);

/// Those of `names` as ChooseProperties() has them; when `names` is empty, all that a finite run
/// can violate, and a note on `err` for each other one. Throws InputError when one is named that no
/// finite run can violate, or when there is none to watch, though `option` asks for it.
std::vector<const cpn::ctl::Property*> ChooseWatched(const cpn::lua::LuaModel& model,
                                                     const std::string& path,
                                                     const std::vector<std::string>& names,
                                                     const std::string& option, std::ostream& err);

/// `"one at a time", "all are served"`: quoted, since names may have spaces and commas; with many,
/// the first ones and how many more.
std::string QuotedListing(const std::vector<std::string>& names);

/// ` (there are "a", "b"); did you mean "a"?`: the end of a message about a name that is none of
/// `known`.
std::string QuotedAlternatives(const std::string& name, const std::vector<std::string>& known);

}  // namespace cpngen
