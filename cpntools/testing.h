// For tests and fuzz targets: declarations of documents, without a file.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cpntools/document/document.h"

namespace cpntools::testing {

inline Declaration ColourSet(const std::string& name, Declaration::Constructor constructor,
                             std::vector<Declaration::Field> fields = {}) {
  Declaration declaration;
  declaration.kind = Declaration::Kind::kColourSet;
  declaration.name = name;
  declaration.constructor = constructor;
  declaration.fields = std::move(fields);
  return declaration;
}

inline Declaration Variables(const std::string& colour_set, std::vector<std::string> names) {
  Declaration declaration;
  declaration.kind = Declaration::Kind::kVariables;
  declaration.name = colour_set;
  declaration.variables = std::move(names);
  return declaration;
}

}  // namespace cpntools::testing
