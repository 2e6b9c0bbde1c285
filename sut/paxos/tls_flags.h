// The TLS flags of the programs: --tls-cert, --tls-key and --tls-ca, all of them or none. With them
// both sides of every connection show a certificate that the CA signed (mutual TLS).
//
// Plain functions.
#pragma once

#include <memory>

#include "quorum/tls.h"

namespace CLI {
class App;
}

namespace paxos {

/// `files` must outlive the parsing.
void AddTlsFlags(CLI::App& app, quorum::TlsFiles& files);

/// Null: without TLS. Throws ConfigError when only some flags are given, quorum::CredentialsError
/// when the files are no good.
std::shared_ptr<grpc::ChannelCredentials> ChannelCredentialsOf(const quorum::TlsFiles& files);
std::shared_ptr<grpc::ServerCredentials> ServerCredentialsOf(const quorum::TlsFiles& files);

}  // namespace paxos
