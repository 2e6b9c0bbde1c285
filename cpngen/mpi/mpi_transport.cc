#include "cpngen/mpi/mpi_transport.h"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <stdexcept>
#include <thread>
#include <utility>

namespace cpngen {
namespace {

using cpn::distributed::Message;

constexpr int kTag = 1;
/// Some milliseconds: longer than ranks wait for each other at the end of a level, as a rule.
constexpr int kLooksAtOnce = 3000;
constexpr std::chrono::microseconds kPause{50};

/// Between two looks for what has not come yet.
class Patience {
 public:
  void Pause() {
    if (++looks_ < kLooksAtOnce) {
      ::sched_yield();
    } else {
      std::this_thread::sleep_for(kPause);
    }
  }

 private:
  int looks_ = 0;
};

}  // namespace

MpiTransport::MpiTransport(MPI_Comm communicator) : communicator_(communicator) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  rank_ = static_cast<unsigned>(rank);
  ranks_ = static_cast<unsigned>(ranks);
}

MpiTransport::~MpiTransport() {
  for (Sending& sending : sending_) MPI_Wait(&sending.request, MPI_STATUS_IGNORE);
}

void MpiTransport::ForgetSent() {
  while (!sending_.empty()) {
    int done = 0;
    MPI_Test(&sending_.front().request, &done, MPI_STATUS_IGNORE);
    if (done == 0) return;
    sending_.pop_front();
  }
}

void MpiTransport::DoSend(unsigned to, std::vector<char> bytes) {
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw std::length_error("a message of more than 2 GiB to another rank");
  }
  ForgetSent();
  Sending& sending = sending_.emplace_back(Sending{MPI_REQUEST_NULL, std::move(bytes)});
  MPI_Isend(sending.bytes.data(), static_cast<int>(sending.bytes.size()), MPI_CHAR,
            static_cast<int>(to), kTag, communicator_, &sending.request);
}

std::optional<Message> MpiTransport::Poll() {
  ForgetSent();
  int there = 0;
  MPI_Message handle = MPI_MESSAGE_NULL;
  MPI_Status status;
  MPI_Improbe(MPI_ANY_SOURCE, kTag, communicator_, &there, &handle, &status);
  if (there == 0) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_CHAR, &size);
  Message message{static_cast<unsigned>(status.MPI_SOURCE),
                  std::vector<char>(static_cast<std::size_t>(size))};
  MPI_Mrecv(message.bytes.data(), size, MPI_CHAR, &handle, MPI_STATUS_IGNORE);
  return message;
}

Message MpiTransport::Wait() {
  for (Patience patience;; patience.Pause()) {
    if (std::optional<Message> message = Poll()) return std::move(*message);
  }
}

void MpiTransport::Sum(std::span<std::uint64_t> numbers) {
  std::vector<std::uint64_t> mine(numbers.begin(), numbers.end());
  mine.push_back(0);  // a sum of nothing is still a meeting
  std::vector<std::uint64_t> sums(mine.size());
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(mine.data(), sums.data(), static_cast<int>(mine.size()), MPI_UINT64_T, MPI_SUM,
                 communicator_, &request);
  for (Patience patience;; patience.Pause()) {
    int done = 0;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) break;
  }
  std::copy_n(sums.begin(), numbers.size(), numbers.begin());
}

}  // namespace cpngen
