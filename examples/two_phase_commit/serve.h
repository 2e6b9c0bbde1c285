// A program that serves until somebody ends it.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <string>

#include "quorum/server.h"

namespace two_phase_commit {

/// Returns an exit code when it cannot listen, and otherwise never.
inline int ServeUntilKilled(const std::string& address,
                            const std::shared_ptr<const quorum::Dispatcher>& handlers) {
  try {
    const quorum::Server server(address, handlers);
    std::printf("listening at %s\n", server.address().c_str());
    std::fflush(stdout);
    while (true) pause();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

}  // namespace two_phase_commit
