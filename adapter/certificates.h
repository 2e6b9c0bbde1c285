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

 private:
  const TemporaryFolder folder_;
  quorum::TlsFiles files_;
};

}  // namespace adapter
