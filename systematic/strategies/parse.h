// Strategies by name, as a command line has them: "random", "pct:3", "pct:3,links", "dfs:20".
//
// Thread safety: free functions without state.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "systematic/strategy.h"

namespace systematic {

/// A name that is no strategy's, or a parameter that it does not take. what() is one line for
/// users.
class StrategyError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What makes the strategy of that name. Throws StrategyError.
MakeStrategy ParseStrategy(std::string_view text);

struct StrategyForm {
  std::string form;   ///< "pct:D[,links]"
  std::string about;  ///< one line
};

/// All strategies that can be asked for, for help texts.
std::vector<StrategyForm> StrategyForms();

}  // namespace systematic
