// Graphviz as a child process, without a shell.
//
// Thread safety: free functions without state; several may run at once.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "base/budget.h"

namespace cpn::draw {

/// Graphviz is not there, or refuses its input; what() says which and what helps.
class GraphvizError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What `program` (found in PATH) writes to standard output when it reads `input` with these
/// arguments. When `budget`, unless it is null, stops it, the program is killed, and that is a
/// StopError. Throws GraphvizError.
std::string RunGraphviz(const std::string& input, const std::vector<std::string>& arguments,
                        const base::Budget* budget = nullptr, const std::string& program = "dot");

}  // namespace cpn::draw
