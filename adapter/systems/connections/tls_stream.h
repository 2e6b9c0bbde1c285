// One end of a TLS connection, by hand.
//
// The bytes go through memory, so that the test can also send a part of what TLS wants to say.
// Invariants: as TcpStream; the other end is always checked against the authority of `files`: a
// handshake with one that has no certificate of it does not succeed. Not thread-safe.
#pragma once

#include <openssl/ssl.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "adapter/systems/connections/tcp_stream.h"
#include "quorum/openssl_owners.h"
#include "quorum/tls.h"

namespace adapter {

class TlsStream {
 public:
  enum class Side { kClient, kServer };

  /// `files.ca` must be given; a server has a certificate and its key, too, and wants one of the
  /// client. Files that do not fit throw std::runtime_error.
  TlsStream(TcpStream stream, Side side, const quorum::TlsFiles& files);

  /// The first half of what this end says first, of a client; the handshake is not over then.
  bool WriteHalfHello(Deadline deadline);
  /// False: the other end does not want it, or this one does not, or the deadline has passed.
  bool Handshake(Deadline deadline);
  /// After the handshake. As TcpStream.
  bool Write(std::string_view bytes, Deadline deadline);
  std::optional<std::string> Read(Deadline deadline);

 private:
  using Context = std::unique_ptr<SSL_CTX, quorum::openssl::Freeing<SSL_CTX_free>>;
  using Session = std::unique_ptr<SSL, quorum::openssl::Freeing<SSL_free>>;

  /// What TLS wants to send.
  std::string Outgoing() const;
  bool Flush(Deadline deadline) const;
  /// Gives TLS what came. Empty: the connection has ended; nothing: nothing came in time.
  std::optional<std::string> Take(Deadline deadline) const;

  TcpStream stream_;
  Context context_;
  Session session_;
};

}  // namespace adapter
