// Kinds of option values that the commands share: numbers in bounds, and the limits of an
// exploration. A wrong value is refused with one sentence that says what is right.
//
// Thread safety: as CLI11, one thread.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string_view>

#include "cpngen/options/options.h"

namespace cpngen {

constexpr unsigned kMostWorkers = 256;

/// A check that a text is a whole number from `low` to `high`, in digits; CLI11 alone would take -1
/// for 2^64 - 1.
CLI::Validator WholeNumber(std::uint64_t low, std::uint64_t high);

template <typename T>
CLI::Option* AddNumber(CLI::App& command, const char* name, T& value, const char* text,
                       std::uint64_t low = 0, std::uint64_t high = UINT64_MAX) {
  return command.add_option(name, value, text)
      ->type_name("N")
      ->check(WholeNumber(low, high))
      ->capture_default_str();
}

/// "800M" in binary units, without one "4096"; nothing for what is no positive number of 64 bits.
std::optional<std::uint64_t> ToBytes(std::string_view text);

/// The limits that each command has; the one on time may have another name.
void AddLimits(CLI::App& command, ResourceLimits& limits,
               const char* max_seconds = "--max-seconds");
/// --workers, and the limits of a command that explores.
void AddExploration(CLI::App& command, ExplorationLimits& limits,
                    const char* max_seconds = "--max-seconds");

}  // namespace cpngen
