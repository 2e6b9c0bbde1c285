// Certificates for one run of the adapter: an authority, and an identity for all nodes that it
// signed. Made when they are needed, gone with the object: nothing that can expire is in the
// repository. Immutable after its making; thread-safe.
#pragma once

#include <string>

#include "adapter/temporary_folder.h"
#include "quorum/tls.h"

namespace adapter {

class Certificates {
 public:
  /// Throws std::runtime_error.
  Certificates();

  /// The authority, and the identity of "localhost".
  const quorum::TlsFiles& files() const { return files_; }

  // What no TLS can be made of. Names of files.
  std::string Missing() const { return folder_.Path("missing.pem"); }
  std::string Empty() const { return folder_.Path("empty.pem"); }
  /// A certificate, and a broken one behind it.
  std::string Broken() const { return folder_.Path("broken.pem"); }
  std::string Expired() const { return folder_.Path("expired.pem"); }
  std::string NotYetValid() const { return folder_.Path("not_yet_valid.pem"); }
  /// Of no certificate.
  std::string OtherKey() const { return folder_.Path("other.key"); }
  std::string EncryptedKey() const { return folder_.Path("encrypted.key"); }

 private:
  const TemporaryFolder folder_;
  quorum::TlsFiles files_;
};

}  // namespace adapter
