// A limit on states or cases ended a generation: not wrong, but not complete either, so that no
// suite is made (exit code 3). what() says which limit and what helps, hints() what else there is
// to know.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace generator {

class LimitReached : public std::runtime_error {
 public:
  explicit LimitReached(const std::string& message, std::vector<std::string> hints = {})
      : std::runtime_error(message), hints_(std::move(hints)) {}

  /// Sentences without a full stop, as "place Count grows: ..."; often none.
  const std::vector<std::string>& hints() const { return hints_; }

 private:
  std::vector<std::string> hints_;
};

}  // namespace generator
