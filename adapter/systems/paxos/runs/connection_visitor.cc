#include "adapter/systems/paxos/runs/connection_visitor.h"

#include <string>
#include <string_view>
#include <utility>

#include "sut/paxos/paxos.pb.h"

namespace adapter {
namespace {

using cases::Visitor;
using Sends = Visitor::Sends;

std::string_view FirstHalf(std::string_view bytes) { return bytes.substr(0, bytes.size() / 2); }

// Of a connection that TLS, if there is any, has agreed to.
std::string BytesOf(Sends sends, std::int64_t rnd) {
  paxos::PrepareRequest request;
  request.set_rnd(rnd);
  const Http2Call call = MakeHttp2Call("/paxos.Paxos/Prepare", request.SerializeAsString());
  const std::string begin = std::string(kHttp2Preface) + call.settings;
  switch (sends) {
    case Sends::kMessage:
      return begin + call.headers + call.message;
    case Sends::kHalfMessage:
      return begin + call.headers + std::string(FirstHalf(call.message));
    case Sends::kHalfHeaders:
      return begin + std::string(FirstHalf(call.headers));
    case Sends::kHalfHello:
      return std::string(FirstHalf(kHttp2Preface));
    case Sends::kNoise:
      return "This is neither HTTP/2 nor TLS, and long enough for either of them to notice.\r\n";
    case Sends::kSilence:
      break;
  }
  return "";
}

}  // namespace

ConnectionVisitor::ConnectionVisitor(const Visitor& visitor, int port, std::int64_t rnd,
                                     const Certificates& certificates, Deadline deadline) {
  TcpStream stream(port, deadline);
  if (visitor.shows == cases::Identity::kPlain) {
    plain_.emplace(std::move(stream));
    plain_->Write(BytesOf(visitor.sends, rnd), deadline);
    return;
  }
  tls_.emplace(std::move(stream), TlsStream::Side::kClient, certificates.IdentityOf(visitor.shows));
  if (visitor.sends == Sends::kHalfHello) {
    tls_->WriteHalfHello(deadline);
  } else if (visitor.sends != Sends::kSilence && tls_->Handshake(deadline)) {
    agreed_ = true;
    tls_->Write(BytesOf(visitor.sends, rnd), deadline);
  }
}

bool ConnectionVisitor::IsAnswered(Deadline deadline) {
  while (!reply_.HasMessage()) {
    const std::optional<std::string> bytes = Read(deadline);
    if (!bytes || bytes->empty()) return false;
    reply_.Take(*bytes);
  }
  return true;
}

std::optional<std::string> ConnectionVisitor::Read(Deadline deadline) {
  if (plain_) return plain_->Read(deadline);
  return agreed_ ? tls_->Read(deadline) : std::nullopt;
}

}  // namespace adapter
