// For tests: texts with one place changed.
//
// Thread safety: a free function without state.
#pragma once

#include <string>

namespace test {

/// `text` with its only occurrence of `from` replaced. Throws std::logic_error unless there is
/// exactly one, so that no test changes nothing, or the wrong place, by accident.
std::string Replace(const std::string& text, const std::string& from, const std::string& to);

}  // namespace test
