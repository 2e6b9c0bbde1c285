// Where the program prints, for main() and for tests alike.
#pragma once

#include <iosfwd>

namespace cpngen {

struct Streams {
  std::ostream& out;      ///< results
  std::ostream& err;      ///< messages, progress and errors
  bool progress = false;  ///< `err` is a terminal that shows progress
  bool colour = false;    ///< `out` is a terminal that shows colours
};

}  // namespace cpngen
