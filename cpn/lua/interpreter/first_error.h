// Of several errors in a table, the one of the first field by name. Lua goes through a table in an
// order that differs from run to run, and the same model must end with the same message.
//
// Thread safety: as the interpreter.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "cpn/values/error.h"

namespace cpn::lua {

class FirstError {
 public:
  /// Runs body(), and keeps the ModelError that it throws unless there is one of an earlier name.
  template <typename Body>
  void Try(const std::string& name, Body&& body) {
    try {
      body();
    } catch (const ModelError& error) {
      if (!first_ || name < first_->first) first_.emplace(name, error);
    }
  }

  /// Throws what was kept, if there is anything.
  void Throw() const {
    if (first_) throw first_->second;
  }

 private:
  std::optional<std::pair<std::string, ModelError>> first_;
};

}  // namespace cpn::lua
