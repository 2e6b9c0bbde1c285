// A place in a text.
#pragma once

namespace base {

/// Where something was read. Lines and columns count from 1, columns in characters (code points);
/// 0 when it was not read from a text.
struct Position {
  int line = 0;
  int column = 0;
  bool operator==(const Position&) const = default;
};

}  // namespace base
