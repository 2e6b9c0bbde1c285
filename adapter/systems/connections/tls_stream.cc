#include "adapter/systems/connections/tls_stream.h"

#include <openssl/err.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace adapter {
namespace {

void Check(bool done, const char* what) {
  if (!done) throw std::runtime_error(std::string("OpenSSL: ") + what);
}

// gRPC speaks HTTP/2 only with those that say so in the handshake.
constexpr unsigned char kHttp2[] = {2, 'h', '2'};

int ChooseHttp2(SSL*, const unsigned char** out, unsigned char* size, const unsigned char*,
                unsigned, void*) {
  *out = kHttp2 + 1;
  *size = 2;
  return SSL_TLSEXT_ERR_OK;
}

}  // namespace

TlsStream::TlsStream(TcpStream stream, Side side, const quorum::TlsFiles& files)
    : stream_(std::move(stream)),
      context_(SSL_CTX_new(side == Side::kClient ? TLS_client_method() : TLS_server_method())) {
  Check(context_ != nullptr, "context");
  SSL_CTX& context = *context_;
  Check(SSL_CTX_load_verify_locations(&context, files.ca.c_str(), nullptr) == 1, "authority");
  SSL_CTX_set_verify(&context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  if (!files.certificate.empty()) {
    Check(SSL_CTX_use_certificate_chain_file(&context, files.certificate.c_str()) == 1 &&
              SSL_CTX_use_PrivateKey_file(&context, files.key.c_str(), SSL_FILETYPE_PEM) == 1,
          "identity");
  }
  if (side == Side::kServer) SSL_CTX_set_alpn_select_cb(&context, ChooseHttp2, nullptr);
  session_.reset(SSL_new(&context));
  Check(session_ != nullptr, "session");
  SSL_set_bio(session_.get(), BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
  if (side == Side::kServer) {
    SSL_set_accept_state(session_.get());
  } else {
    SSL_set_connect_state(session_.get());
    SSL_set_alpn_protos(session_.get(), kHttp2, sizeof kHttp2);
  }
}

std::string TlsStream::Outgoing() const {
  BIO* const bio = SSL_get_wbio(session_.get());
  std::string bytes(BIO_ctrl_pending(bio), '\0');
  const int count = BIO_read(bio, bytes.data(), static_cast<int>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(std::max(count, 0)));
  return bytes;
}

bool TlsStream::Flush(Deadline deadline) const { return stream_.Write(Outgoing(), deadline); }

std::optional<std::string> TlsStream::Take(Deadline deadline) const {
  std::optional<std::string> bytes = stream_.Read(deadline);
  if (bytes && !bytes->empty()) {
    BIO_write(SSL_get_rbio(session_.get()), bytes->data(), static_cast<int>(bytes->size()));
  }
  return bytes;
}

bool TlsStream::WriteHalfHello(Deadline deadline) {
  SSL_do_handshake(session_.get());
  ERR_clear_error();
  const std::string hello = Outgoing();
  return stream_.Write(std::string_view(hello).substr(0, hello.size() / 2), deadline);
}

bool TlsStream::Handshake(Deadline deadline) {
  while (true) {
    const int done = SSL_do_handshake(session_.get());
    const int error = SSL_get_error(session_.get(), done);
    ERR_clear_error();
    // What it says at last, an alert maybe, goes out in any case.
    const bool sent = Flush(deadline);
    if (done == 1) return sent;
    if (error != SSL_ERROR_WANT_READ || !sent) return false;
    const auto came = Take(deadline);
    if (!came || came->empty()) return false;
  }
}

bool TlsStream::Write(std::string_view bytes, Deadline deadline) {
  const int done = SSL_write(session_.get(), bytes.data(), static_cast<int>(bytes.size()));
  ERR_clear_error();
  return done > 0 && Flush(deadline);
}

std::optional<std::string> TlsStream::Read(Deadline deadline) {
  std::array<char, 4096> buffer{};
  while (true) {
    const int count = SSL_read(session_.get(), buffer.data(), buffer.size());
    const int error = SSL_get_error(session_.get(), count);
    ERR_clear_error();
    if (count > 0) return std::string(buffer.data(), static_cast<std::size_t>(count));
    if (error != SSL_ERROR_WANT_READ) return std::string();
    const auto came = Take(deadline);
    if (!came || came->empty()) return came;
  }
}

}  // namespace adapter
