#include "sut/paxos/programs/tls_flags.h"

#include <CLI/App.hpp>

namespace paxos {

void AddTlsFlags(CLI::App& app, quorum::TlsFiles& files) {
  app.add_option("--tls-cert", files.certificate,
                 "PEM file of this program's certificate, for mutual TLS");
  app.add_option("--tls-key", files.key, "PEM file of the certificate's private key");
  app.add_option("--tls-ca", files.ca,
                 "PEM file of the CA that signs the certificates of all replicas and clients");
}

}  // namespace paxos
