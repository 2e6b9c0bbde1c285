// The TLS flags of the programs: --tls-cert, --tls-key and --tls-ca. tls_credentials.h makes
// credentials of the files.
#pragma once

#include "quorum/tls.h"

namespace CLI {
class App;
}

namespace paxos {

/// `files` must outlive the parsing.
void AddTlsFlags(CLI::App& app, quorum::TlsFiles& files);

}  // namespace paxos
