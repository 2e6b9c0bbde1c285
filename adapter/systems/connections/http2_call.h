// The bytes of one gRPC call over HTTP/2, by hand, and what comes back.
//
// Thread safety: free functions without state; an Http2Reply is not thread-safe.
// Source: RFC 9113 (frames), RFC 7541 (headers), gRPC over HTTP2 (PROTOCOL-HTTP2.md).
#pragma once

#include <string>
#include <string_view>

namespace adapter {

/// What every connection begins with.
inline constexpr std::string_view kHttp2Preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// A call in the order in which it goes out: with `settings` the preface is whole.
struct Http2Call {
  std::string settings;
  std::string headers;
  std::string message;  ///< ends the call
};

/// A call of a method ("/paxos.Paxos/Status") with one serialised request.
Http2Call MakeHttp2Call(std::string_view method, std::string_view request);

/// What a server sends for the only call of a connection.
class Http2Reply {
 public:
  /// The next bytes.
  void Take(std::string_view bytes) { bytes_ += bytes; }
  /// A reply with a message has begun. Errors have none.
  bool HasMessage() const;

 private:
  std::string bytes_;
};

}  // namespace adapter
