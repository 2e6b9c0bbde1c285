// The order of states.
#pragma once

#include <utility>

#include "register.pb.h"

namespace abd {

inline bool operator<(const Timestamp& a, const Timestamp& b) {
  return std::pair(a.counter(), a.writer()) < std::pair(b.counter(), b.writer());
}

}  // namespace abd
