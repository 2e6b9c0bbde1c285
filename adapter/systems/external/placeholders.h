// Values in the place of {placeholders} in the texts of a system file. `{{` and `}}` stand for
// braces themselves.
//
// Pure function.
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace adapter::external {

/// What a text of a system file refers to is not there; what() says so.
class PlaceholderError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// `text` with `value(inside)` for each {inside}. Throws PlaceholderError for braces that do not
/// match, and where `value` gives nothing.
std::string FillIn(std::string_view text,
                   const std::function<std::optional<std::string>(std::string_view)>& value);

}  // namespace adapter::external
