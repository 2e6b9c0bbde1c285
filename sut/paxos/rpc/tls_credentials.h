// Mutual TLS for the programs, or none: all three files are given, or none is. With them both sides
// of every connection show a certificate that the CA signed.
//
// Plain functions; thread-safe.
#pragma once

#include <memory>

#include "quorum/tls.h"

namespace paxos {

/// Null: without TLS. Throws ConfigError when only some files are given, quorum::CredentialsError
/// when they are no good.
std::shared_ptr<grpc::ChannelCredentials> ChannelCredentialsOf(const quorum::TlsFiles& files);
std::shared_ptr<grpc::ServerCredentials> ServerCredentialsOf(const quorum::TlsFiles& files);

}  // namespace paxos
