// The clauses of functions, of `fn`, `case` and `handle`, parameter by parameter as Lua has them.
//
// Thread safety: free functions without state.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cpntools/ml/ast.h"
#include "cpntools/ml/inference.h"

namespace cpntools {

/// A clause of a function in Lua.
struct ClauseView {
  std::vector<const ml::Pattern*> patterns;  ///< one for each parameter; null: matches anything
  const ml::Expression* body;
};

/// How a declared function takes its arguments, as LibraryFunction says: "2" for
/// `fun f (x, y) = ...`, "xx" for `fun f x y = ...`.
std::string ParametersOf(const ml::Function& function);
/// The clauses with as many patterns as the function has parameters in Lua.
std::vector<ClauseView> ClauseViews(const ml::Function& function);
/// The clauses of `fn`, `case` or `handle`: one pattern each.
std::vector<ClauseView> ClauseViews(const std::vector<ml::Match>& matches);
/// The name that the pattern gives to the whole of what it matches.
std::optional<std::string> NameOf(const ml::Inference& inference, const ml::Pattern& pattern);
/// The name that all clauses give to the whole of this parameter; nullopt when they do not agree.
std::optional<std::string> CommonName(const ml::Inference& inference,
                                      const std::vector<ClauseView>& clauses,
                                      std::size_t parameter);
/// Whether no clause looks at the parameter.
bool IsIgnored(const std::vector<ClauseView>& clauses, std::size_t parameter);

}  // namespace cpntools
