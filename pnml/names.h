// Names of a model in the model language for what another format calls by names of its own.
//
// Invariants: a name is an identifier that the language allows, no name is given twice, and the
// same requests in the same order give the same names.
// Thread safety: none. Source of the identifiers: Lua 5.4 reference manual, 3.1.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace pnml {

class Names {
 public:
  /// `taken`: names that must not be given.
  explicit Names(std::set<std::string, std::less<>> taken) : taken_(std::move(taken)) {}

  /// A name as near to `wanted` as can be.
  std::string Give(std::string_view wanted);

 private:
  std::set<std::string, std::less<>> taken_;
  std::map<std::string, int> next_;  // number for each name that was wanted before
};

}  // namespace pnml
