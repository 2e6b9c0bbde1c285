// For tests of processes: the program that misbehaves, and what is left of instances.
//
// Thread safety: free functions without state.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "adapter/process/process_tree.h"

namespace adapter {

/// A process that runs `misbehave` (testing/misbehave.cc) with those arguments.
ProcessSpec Misbehaving(const std::string& name, const std::vector<std::string>& arguments);

/// The processes that belong to the instance with that folder, zombies not included: those that
/// carry its mark, and those below `warden`.
std::vector<pid_t> ProcessesOf(const std::filesystem::path& folder, pid_t warden);

/// Waits until the process has that many of its own (ProcessesOf); false after half a minute.
bool HasSoMany(const ProcessTree& tree, std::size_t count);

/// Waits until neither processes nor the folder of the instance are left; says what is, after half
/// a minute, else nothing.
std::string WhatIsLeft(const std::filesystem::path& folder, pid_t warden);

/// Half a minute from now: for what must happen, however busy the machine.
ProcessTree::Clock::time_point Soon();

}  // namespace adapter
