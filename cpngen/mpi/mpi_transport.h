// Ranks that are processes of MPI. Sends are non-blocking: batches travel while ranks compute, and
// their memory is given back when they have arrived.
//
// A rank that waits looks for messages again and again, at first at once, then every 50
// microseconds, so that ranks may outnumber processors.
// Thread safety: as Transport; MPI_Init_thread() with MPI_THREAD_FUNNELED, and this in that thread.
// Source: MPI Forum, "MPI: A Message-Passing Interface Standard", version 3.1 (2015).
#pragma once

#include <mpi.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "cpn/distributed/transport.h"

namespace cpngen {

class MpiTransport final : public cpn::distributed::Transport {
 public:
  /// Between all processes of `communicator`, which must outlive it.
  explicit MpiTransport(MPI_Comm communicator);
  /// Waits until all that was sent has left.
  ~MpiTransport() override;

  unsigned rank() const override { return rank_; }
  unsigned ranks() const override { return ranks_; }
  std::optional<cpn::distributed::Message> Poll() override;
  cpn::distributed::Message Wait() override;
  void Sum(std::span<std::uint64_t> numbers) override;

 private:
  struct Sending {
    MPI_Request request;
    std::vector<char> bytes;
  };

  void DoSend(unsigned to, std::vector<char> bytes) override;
  void ForgetSent();

  MPI_Comm communicator_;
  unsigned rank_ = 0;
  unsigned ranks_ = 1;
  std::deque<Sending> sending_;
};

}  // namespace cpngen
