// A net as a model in the model language (docs/model_language.md): coloured nets stay coloured.
//
// Sorts become colour sets, dots tokens of UNIT. A step to the successor, or to the element of a
// partition, is a function; a difference of multi-sets is computed. Everything else is patterns,
// which the engine matches without entering Lua.
// Thread safety: free functions without state.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "pnml/net.h"

namespace pnml {

struct Translation {
  std::string text;                      ///< the model
  std::vector<std::string> places;       ///< their names in the model, by index
  std::vector<std::string> transitions;  ///< the same
};

/// A net that the model language has no room for: a marking of too many tokens.
class TranslationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// `source` is where the net comes from, for the first line of the text. Throws TranslationError.
Translation ToLua(const Net& net, const std::string& source);

}  // namespace pnml
