// Where a command of the adapter prints.
#pragma once

#include <iosfwd>

namespace adapter {

struct Streams {
  std::ostream& out;
  std::ostream& err;
  bool progress = false;  ///< `err` is a terminal that shows progress
};

}  // namespace adapter
