#include "testing/text.h"

#include <stdexcept>

namespace test {

std::string Replace(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t found = text.find(from);
  if (found == std::string::npos || text.find(from, found + 1) != std::string::npos) {
    throw std::logic_error("not there exactly once: " + from);
  }
  return std::string(text).replace(found, from.size(), to);
}

}  // namespace test
