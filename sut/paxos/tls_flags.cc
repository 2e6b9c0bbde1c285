#include "sut/paxos/tls_flags.h"

#include <CLI/CLI.hpp>

#include "sut/paxos/config.h"

namespace paxos {
namespace {

// All flags are there; false: none is.
bool Given(const quorum::TlsFiles& files) {
  const int given = !files.ca.empty() + !files.certificate.empty() + !files.key.empty();
  if (given != 0 && given != 3) {
    throw ConfigError("--tls-cert, --tls-key and --tls-ca go together: give all three, or none");
  }
  return given == 3;
}

}  // namespace

void AddTlsFlags(CLI::App& app, quorum::TlsFiles& files) {
  app.add_option("--tls-cert", files.certificate,
                 "PEM file of this program's certificate, for mutual TLS");
  app.add_option("--tls-key", files.key, "PEM file of the certificate's private key");
  app.add_option("--tls-ca", files.ca,
                 "PEM file of the CA that signs the certificates of all replicas and clients");
}

std::shared_ptr<grpc::ChannelCredentials> ChannelCredentialsOf(const quorum::TlsFiles& files) {
  return Given(files) ? quorum::TlsChannelCredentials(files) : nullptr;
}

std::shared_ptr<grpc::ServerCredentials> ServerCredentialsOf(const quorum::TlsFiles& files) {
  return Given(files) ? quorum::TlsServerCredentials(files) : nullptr;
}

}  // namespace paxos
