#include "cpntools/lua/scope.h"

#include <fmt/format.h>

#include <algorithm>

#include "cpntools/lua/helpers.h"
#include "cpntools/lua/names.h"

namespace cpntools {

const Scope::Local* Scope::Find(const std::string& name) const {
  const auto found = std::find_if(locals_.rbegin(), locals_.rend(),
                                  [&](const Local& local) { return local.ml == name; });
  return found == locals_.rend() ? nullptr : &*found;
}

std::string Scope::Add(const std::string& name, bool fresh, std::optional<std::string> parameters) {
  const std::string plain = Identifier(name);
  const auto clashes = [&](const std::string& lua) {
    if (IsReserved(lua)) return true;
    const auto names_other = [&](const auto& entry) {
      return entry.second.lua == lua && entry.first != name;
    };
    if (std::any_of(globals_->values.begin(), globals_->values.end(), names_other) ||
        std::any_of(globals_->colour_sets.begin(), globals_->colour_sets.end(), names_other)) {
      return true;
    }
    return std::any_of(locals_.begin(), locals_.end(), [&](const Local& local) {
      return local.lua == lua && (fresh || local.ml != name);
    });
  };
  std::string lua = plain;
  for (int i = 2; clashes(lua); ++i) lua = fmt::format("{}_{}", plain, i);
  locals_.push_back({name, lua, std::move(parameters)});
  return lua;
}

std::string Scope::Temporary(const std::string& name) {
  // No ML name has a space: nothing finds it.
  return Add(name + " ", true);
}

void Scope::UseHelper(std::string_view names) {
  for (std::string& name : SplitHelperNames(names)) helpers_.insert(std::move(name));
}

std::string Scope::ColourSetLua(const std::string& name) {
  used_.insert(name + ".");
  return globals_->colour_sets.at(name).lua;
}

}  // namespace cpntools
