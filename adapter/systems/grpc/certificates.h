// Certificates for one run of the adapter: an authority, and an identity for all nodes that it
// signed; and files that are no such thing. Made when they are needed, gone with the object:
// nothing that can expire is in the repository. Immutable after its making; thread-safe.
#pragma once

#include <string>

#include "adapter/systems/grpc/identity.h"
#include "adapter/systems/grpc/tls_file.h"
#include "base/temporary_folder.h"
#include "quorum/tls.h"

namespace adapter {

class Certificates {
 public:
  /// Throws std::runtime_error.
  Certificates();

  /// The authority, and the identity of "localhost".
  quorum::TlsFiles files() const {
    using enum cases::TlsFile;
    return Files(kGood, kGood, kGood);
  }
  /// The names of files that hold this.
  quorum::TlsFiles Files(cases::TlsFile ca, cases::TlsFile certificate, cases::TlsFile key) const;
  /// What has one who shows this; the authority is the good one in all cases.
  quorum::TlsFiles IdentityOf(cases::Identity identity) const;

 private:
  void Write(const char* what, cases::TlsFile form, const std::string& text);
  void Write(cases::Identity identity, const std::string& certificate);
  std::string Name(const char* what, cases::TlsFile form) const;
  std::string Name(cases::Identity identity) const;

  const base::TemporaryFolder folder_;
};

}  // namespace adapter
