#include "adapter/stop_on_interrupt.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <utility>

namespace adapter {

StopOnInterrupt::StopOnInterrupt(const base::Interrupt& interrupt, std::function<void()> stop)
    : stop_(std::move(stop)), over_(::eventfd(0, EFD_CLOEXEC)), watching_([this, &interrupt] {
        std::array<pollfd, 2> either = {
            {{interrupt.descriptor(), POLLIN, 0}, {over_.get(), POLLIN, 0}}};
        while (::poll(either.data(), either.size(), -1) < 0 && errno == EINTR) {
        }
        if (interrupt.requested()) stop_();
      }) {}

StopOnInterrupt::~StopOnInterrupt() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t ignored = ::write(over_.get(), &one, sizeof one);
  watching_.join();
}

}  // namespace adapter
