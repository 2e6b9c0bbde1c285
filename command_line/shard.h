// --shard I/N: part I of N parts of a call that does many runs, cases or schedules, for as many
// machines. The one rule of which runs a part has; shard_option.h declares the option.
//
// Invariants: the parts of a call are contiguous blocks of its runs, in order, and differ in size
// by one at most; with more parts than runs the last ones are empty. So what the parts print, one
// behind the other, is what the whole call prints. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace command_line {

/// Part `index`, from 0, of `count` parts.
struct Shard {
  std::uint64_t index = 0;
  std::uint64_t count = 1;

  bool IsWhole() const { return count == 1; }
  bool operator==(const Shard&) const = default;
};

/// As many parts as one call may have.
constexpr std::uint64_t kMostShards = 1'000'000;

/// "2/4" is the second of four; nothing for what is no such text.
std::optional<Shard> ReadShard(std::string_view text);
/// The inverse of ReadShard().
std::string ToText(const Shard& shard);

/// Runs from `begin` up to, not including, `end`.
struct Block {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t size() const { return end - begin; }
};

/// Those of the runs 0, 1, ... all - 1 that the part does.
Block BlockOf(std::uint64_t all, const Shard& shard);

}  // namespace command_line
