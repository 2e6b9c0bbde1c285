// Credentials for TLS and mutual TLS, from PEM files.
//
// Invariants: files are read and checked at once (certificates and key parse, the key is that of
// the certificate, the certificate is within its dates), so that a mistake is one clear
// CredentialsError at the start and never a connection that fails without a word.
// Plain functions; thread-safe.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

namespace grpc {
class ChannelCredentials;
class ServerCredentials;
}  // namespace grpc

namespace quorum {

/// PEM files that are missing, broken, or do not belong together.
class CredentialsError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Names of PEM files; empty: not given.
struct TlsFiles {
  std::string ca;           ///< the certificates that the other side's must be signed by
  std::string certificate;  ///< one's own, followed by those between it and the CA
  std::string key;          ///< the certificate's private key, not encrypted
};

/// For a Manager: servers are checked against `ca`, which must be given. With `certificate` and
/// `key` the client shows who it is (mutual TLS). Throws CredentialsError.
std::shared_ptr<grpc::ChannelCredentials> TlsChannelCredentials(const TlsFiles& files);

/// For a server: `certificate` and `key` must be given. With `ca`, clients must show a certificate
/// signed by it (mutual TLS). Throws CredentialsError.
std::shared_ptr<grpc::ServerCredentials> TlsServerCredentials(const TlsFiles& files);

}  // namespace quorum
