// One who connects to a replica's server by hand, and sends a Prepare, or not all of it.
//
// Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "adapter/systems/connections/http2_call.h"
#include "adapter/systems/connections/tls_stream.h"
#include "adapter/systems/grpc/certificates.h"
#include "adapter/systems/paxos/cases/connection_case.h"

namespace adapter {

class ConnectionVisitor {
 public:
  /// Connects, and sends what it has to send, of a Prepare of round `rnd`. Where TLS or the server
  /// ends that early, so be it.
  ConnectionVisitor(const cases::Visitor& visitor, int port, std::int64_t rnd,
                    const Certificates& certificates, Deadline deadline);

  /// Waits for an answer, or for the end of the connection; false: no answer came.
  bool IsAnswered(Deadline deadline);

 private:
  std::optional<std::string> Read(Deadline deadline);

  // One of both.
  std::optional<TcpStream> plain_;
  std::optional<TlsStream> tls_;
  bool agreed_ = false;  // the handshake of TLS has succeeded
  Http2Reply reply_;
};

}  // namespace adapter
