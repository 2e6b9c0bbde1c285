// Whether there are descriptors enough for a case: with too few of them a system cannot do what is
// expected of it, and a case that fails then says nothing about the system.
//
// Thread safety: free functions without state; others may open and close meanwhile.
#pragma once

#include <cstddef>

#include "adapter/runner.h"

namespace adapter {

/// More than any case of a system in the box takes: seven replicas, connected by TCP both ways.
inline constexpr std::size_t kDescriptorsOfACase = 128;

/// With fewer not even the adapter's own parts begin and end.
inline constexpr std::size_t kFewestDescriptors = 16;

/// Throws InputError when the limit on descriptors is below kFewestDescriptors.
void RequireDescriptors();

/// How many more descriptors this process can open.
std::size_t FreeDescriptors();

/// `run`, but inconclusive when fewer than `needed` descriptors are free before it, or after it
/// where it has failed.
CaseRunner WithDescriptors(CaseRunner run, std::size_t needed = kDescriptorsOfACase);

}  // namespace adapter
