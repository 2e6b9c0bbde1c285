#include <mpi.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <system_error>

#include "base/budget.h"
#include "command_line/standard_streams.h"
#include "cpngen/colour.h"
#include "cpngen/limits/large_allocations.h"
#include "cpngen/mpi/call.h"
#include "cpngen/mpi/mpi_transport.h"
#include "cpngen/mpi/run_rank.h"
#include "cpngen/options/exit_code.h"

namespace {

constexpr int kLimitCode = static_cast<int>(cpngen::ExitCode::kLimitReached);

/// Whatever the other threads do; mpirun ends the other processes.
void EndProcess(const std::string& message) {
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, message.data(), message.size());
  ::_exit(kLimitCode);
}

/// Open MPI looks for networks with a messaging layer of their own when it starts, which takes
/// longer than many an exploration, and a job whose ranks are all on this machine has no use for
/// them. A layer named in the environment, or with `--mca pml`, stays.
void SkipNetworksOnOneMachine() {
  const char* const ranks = std::getenv("OMPI_COMM_WORLD_SIZE");
  const char* const local_ranks = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  if (ranks == nullptr || local_ranks == nullptr || std::string_view(ranks) != local_ranks) return;
  ::setenv("OMPI_MCA_pml", "ob1", 0);
}

/// The last messages to mpirun are short ones, one after the other. TCP holds them back until the
/// first is acknowledged, which the receiver may put off for 40 ms.
void SendWithoutDelay() {
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", none)) {
    const int file = std::atoi(entry.path().filename().c_str());
    const int on = 1;
    // Of what is no TCP connection it is refused.
    [[maybe_unused]] const int refused =
        ::setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }
}

int Run(int argc, char** argv) {
  const bool progress = ::isatty(STDERR_FILENO) == 1;
  const bool colour = cpngen::WantsColour(::isatty(STDOUT_FILENO) == 1, std::getenv("NO_COLOR"),
                                          std::getenv("TERM"));
  base::Budget budget;
  const cpngen::LargeAllocations asked(&budget);
  cpngen::MpiTransport transport(MPI_COMM_WORLD);
  try {
    return cpngen::RunRank(cpngen::ReadMpiCall({argv + 1, argv + argc}), transport,
                           {std::cout, std::cerr, progress, colour, &budget, EndProcess});
  } catch (const std::exception& error) {
    std::cerr << "cpngen_mpi: rank " << transport.rank() << " ends: " << error.what() << std::endl;
    MPI_Abort(MPI_COMM_WORLD, kLimitCode);
    throw;
  }
}

}  // namespace

int main(int argc, char** argv) {
  command_line::PrepareStandardStreams();
  SkipNetworksOnOneMachine();
  int given = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given);
  SendWithoutDelay();
  const int code = Run(argc, argv);
  MPI_Finalize();
  return code;
}
