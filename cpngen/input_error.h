// What the program refuses besides models: options that do not fit, files that do not belong.
#pragma once

#include <stdexcept>

namespace cpngen {

/// Input other than the model is wrong. what() is the whole text that the user reads, without the
/// program's name before it.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace cpngen
