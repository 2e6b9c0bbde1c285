// Where the replicas of a case listen.
#pragma once

#include <string>

#include "adapter/options.h"

namespace adapter {

/// A new address for a server of that transport: of tcp with any free port. Thread-safe.
std::string ListenAddress(Transport transport);

/// An address that one server after the other may listen on, and nobody else: a port is bound here,
/// which a server may share as long as nobody else listens. Not for servers of this process.
class ReservedAddress {
 public:
  /// Throws std::system_error.
  explicit ReservedAddress(Transport transport);
  ~ReservedAddress();
  ReservedAddress(ReservedAddress&& other) noexcept;
  ReservedAddress& operator=(ReservedAddress&&) = delete;

  /// As a server wants it, and as a client does.
  const std::string& listen() const { return listen_; }
  const std::string& target() const { return target_; }

 private:
  int socket_ = -1;  // none but with tcp
  std::string listen_;
  std::string target_;
};

}  // namespace adapter
