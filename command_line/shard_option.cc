#include "command_line/shard_option.h"

#include <fmt/format.h>

namespace command_line {

CLI::Option* AddShard(CLI::App& command, std::optional<Shard>& shard, const std::string& about) {
  return command
      .add_option_function<std::string>(
          "--shard", [&shard](const std::string& text) { shard = ReadShard(text); }, about)
      ->type_name("I/N")
      ->check(CLI::Validator(
          [](const std::string& text) -> std::string {
            if (ReadShard(text)) return "";
            return fmt::format("'{}' is no share: write I/N, with I from 1 to N, as in 2/4", text);
          },
          ""));
}

}  // namespace command_line
