// What a start is refused with, read as the defects of a case.
//
// Thread-safe. Source: docs/paxos_suites.md, "Kind configurationtest".
#pragma once

#include <sys/un.h>

#include <cstddef>
#include <string>
#include <vector>

namespace adapter {

/// Bytes of the longest name of a Unix socket, without the zero behind it.
inline constexpr std::size_t kLongestSocketName = sizeof sockaddr_un::sun_path - 1;

/// The words of the defects that the refusal can stand for; the message itself where it is none
/// that is known, or states another bound than the one that holds.
std::vector<std::string> RefusalWords(const std::string& message);

}  // namespace adapter
