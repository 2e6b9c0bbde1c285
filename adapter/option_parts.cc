#include "adapter/option_parts.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

namespace adapter {

std::string CheckDuration(std::string& text) {
  if (ParseDuration(text)) return "";
  return fmt::format("'{}' is no time span: write a number and a unit, like 250ms, 10s or 2m",
                     text);
}

std::string CheckSeed(std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error == std::errc{} && end == text.data() + text.size()) return "";
  return fmt::format("'{}' is no seed: write a number from 0 to 2^64 - 1", text);
}

CLI::Option* AddSystem(CLI::App& command, SystemOptions& system,
                       std::vector<std::string>& definitions) {
  CLI::Option* const file =
      command
          .add_option("--system", system.file,
                      "the system under test is the one that this system file describes "
                      "(docs/drivers.md)")
          ->type_name("FILE.lua");
  command
      .add_option("-D", definitions,
                  "set a parameter of the system file; may be given several times")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)
      ->needs(file);
  return file;
}

}  // namespace adapter
