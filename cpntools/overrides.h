// What comes with the call, not with the document: initial markings and values of constants.
//
// Thread safety: free functions on the caller's document.
#pragma once

#include <stdexcept>
#include <string>

#include "cpntools/document/document.h"

namespace cpntools {

/// No such place; what() says which there are.
class UnknownPlace : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Gives a place (and its fusion set) another initial marking, an inscription of CPN ML. The place
/// is called `Place`, or `Page'Place` where several pages have one of that name; blanks and line
/// ends of its name may be written `_`. Throws UnknownPlace for a name that no place, several
/// places, or a port has.
void SetInitialMarking(Document& document, const std::string& name, const std::string& inscription);

/// Gives a constant that is no literal (`val ids = [1,2]`) another value, an expression of CPN ML.
/// False, and nothing done, when the document has no such constant: literals become parameters of
/// the model.
bool SetValue(Document& document, const std::string& name, const std::string& expression);

}  // namespace cpntools
