// Options such as -D NAME=VALUE, which may be given several times.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace command_line {

/// Adds what `definitions`, the values of `option`, define to `values`. Nothing when each of them
/// is NAME=VALUE, with names that differ; otherwise what is wrong with the first that is not, in
/// which `form` says how to write one.
std::optional<std::string> ReadDefinitions(std::string_view option, std::string_view form,
                                           const std::vector<std::string>& definitions,
                                           std::map<std::string, std::string>& values);

}  // namespace command_line
