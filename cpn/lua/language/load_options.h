// What a caller decides about loading a model, and what a model lets a caller decide.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/budget.h"
#include "cpn/lua/interpreter/limits.h"
#include "cpn/values/error.h"

namespace cpn::lua {

struct LoadOptions {
  /// Values for the model's param() declarations: -D name=value.
  std::map<std::string, std::string> parameters;
  /// Other initial markings than the model's: `Place` or `Module.Place`, and what stands behind the
  /// colour set in place(...): --initial 'Place={ 1, 2 }'.
  std::map<std::string, std::string> initial_markings;
  /// Files to run after the model's own, in its top module: more test case specifications,
  /// properties, a chart.
  std::vector<std::filesystem::path> extensions;
  /// What the model's code may use.
  ModelLimits limits;
  /// What the program may use: loading, and all that the loaded model does, obeys it, and throws
  /// base::StopError. Must outlive the model; null: none.
  const base::Budget* budget = nullptr;
};

/// A model parameter, `N = param(3)`.
struct Parameter {
  std::string name;
  std::string value;  ///< as -D takes it
  std::string default_value;
  std::string doc;  ///< may be empty
  SourceLocation where;
};

}  // namespace cpn::lua
