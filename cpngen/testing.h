// For tests: calls of the program as a user makes them.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "cpngen/program.h"

namespace cpngen::testing {

struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

inline Outcome Call(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = RunProgram(arguments, {out, err});
  return {code, out.str(), err.str()};
}

}  // namespace cpngen::testing
