#include "sut/paxos/programs/tls_flags.h"

#include <CLI/App.hpp>

#include "sut/paxos/programs/flag_checks.h"

namespace paxos {

void AddTlsFlags(CLI::App& app, quorum::TlsFiles& files) {
  app.add_option("--tls-cert", files.certificate,
                 "PEM file of this program's certificate, for mutual TLS")
      ->check(NotEmpty("a file"));
  app.add_option("--tls-key", files.key, "PEM file of the certificate's private key")
      ->check(NotEmpty("a file"));
  app.add_option("--tls-ca", files.ca,
                 "PEM file of the CA that signs the certificates of all replicas and clients")
      ->check(NotEmpty("a file"));
}

}  // namespace paxos
