// ML patterns as Lua: conditions that a value must fulfil, and names for its parts.
//
// Thread safety: free functions; one thread at a time for a Scope.
#pragma once

#include <string>
#include <vector>

#include "cpntools/lua/scope.h"
#include "cpntools/ml/ast.h"

namespace cpntools {

/// What matching takes: the pattern (x, 1) on `a` has the condition `a[2] == 1`, and binds x to
/// `a[1]`.
struct PatternMatch {
  struct Binding {
    std::string ml;
    std::string access;
  };
  std::vector<std::string> conditions;
  std::vector<Binding> bindings;
};

/// Adds what it takes to match the value of `access`, a Lua expression that may stand several
/// times. Throws MlError.
void Destructure(Scope& scope, const ml::Pattern& pattern, const std::string& access,
                 PatternMatch& out);
/// `local a, b = t[1], t[2]`, or nothing; the names are in scope then.
std::string LocalBindings(Scope& scope, const PatternMatch& match, int indent);

}  // namespace cpntools
