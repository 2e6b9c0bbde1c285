#include "command_line/shard.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace command_line {

std::optional<Shard> ReadShard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto number = [](std::string_view digits) -> std::uint64_t {
    std::uint64_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stopped, error] = std::from_chars(digits.data(), end, value);
    return error == std::errc{} && stopped == end ? value : 0;
  };
  const std::uint64_t index = number(text.substr(0, slash));
  const std::uint64_t count = number(text.substr(slash + 1));
  if (index == 0 || index > count || count > kMostShards) return std::nullopt;
  return Shard{index - 1, count};
}

std::string ToText(const Shard& shard) {
  return fmt::format("{}/{}", shard.index + 1, shard.count);
}

Block BlockOf(std::uint64_t all, const Shard& shard) {
  const std::uint64_t each = all / shard.count;
  const std::uint64_t larger = all % shard.count;  // the first parts, by one run
  const std::uint64_t begin = each * shard.index + std::min(shard.index, larger);
  return {begin, begin + each + (shard.index < larger ? 1 : 0)};
}

}  // namespace command_line
