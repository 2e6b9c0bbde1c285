#include "sut/paxos/rpc/tls_credentials.h"

#include "sut/paxos/roles/config.h"

namespace paxos {
namespace {

// All files are given; false: none is.
bool Given(const quorum::TlsFiles& files) {
  const int given = !files.ca.empty() + !files.certificate.empty() + !files.key.empty();
  if (given != 0 && given != 3) {
    throw ConfigError("--tls-cert, --tls-key and --tls-ca go together: give all three, or none");
  }
  return given == 3;
}

}  // namespace

std::shared_ptr<grpc::ChannelCredentials> ChannelCredentialsOf(const quorum::TlsFiles& files) {
  return Given(files) ? quorum::TlsChannelCredentials(files) : nullptr;
}

std::shared_ptr<grpc::ServerCredentials> ServerCredentialsOf(const quorum::TlsFiles& files) {
  return Given(files) ? quorum::TlsServerCredentials(files) : nullptr;
}

}  // namespace paxos
