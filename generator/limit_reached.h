// A limit on states or cases ended a generation: not wrong, but not complete either, so that no
// suite is made (exit code 3). what() says which limit and what helps.
#pragma once

#include <stdexcept>

namespace generator {

class LimitReached : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace generator
