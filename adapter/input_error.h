// A call that cannot be done, in one text for the user (base::ParseError for what is in a file).
#pragma once

#include <stdexcept>

namespace adapter {

class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace adapter
