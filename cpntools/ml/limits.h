// How deep the parser lets a text and its tree be, so that recursion over them is safe.
#pragma once

namespace cpntools::ml {

inline constexpr int kMaxDepth = 400;       ///< of what is written inside one another
inline constexpr int kMaxTreeDepth = 2000;  ///< of trees: a ++ b ++ c is a tree of three levels

}  // namespace cpntools::ml
