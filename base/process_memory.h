// How much memory this process holds, and how much it can have.
//
// Thread safety: free functions without state.
#pragma once

#include <cstdint>
#include <filesystem>

namespace base {

/// Bytes of memory that the process holds now (resident pages); 0 when the system does not say.
std::uint64_t ResidentMemory();

/// Bytes that the process can hold in all: what the machine has free, or what is left of the memory
/// of the process's control group (version 1 or 2) if that is less, and what the process holds
/// already. `root` is where /proc and /sys are.
std::uint64_t ObtainableMemory(const std::filesystem::path& root = "/");

/// Pieces of the heap that are free go back to the system; without it they stay with the process,
/// should anything above them be in use.
void GiveBackFreeMemory();

}  // namespace base
