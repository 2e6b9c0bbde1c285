// Test certificates, made when the test runs: nothing that can expire is in the repository.
// Test-only. Needs the openssl program. Not thread-safe.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/temporary_folder.h"
#include "quorum/tls.h"

namespace quorum {

/// A folder with certificate authorities and what they signed; gone with the object.
class TestCertificates {
 public:
  std::string Path(const std::string& file) const { return folder_ / file; }

  /// Makes NAME.pem and NAME.key of an authority.
  void MakeAuthority(const std::string& name) const {
    Run("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=" + name +
        " -keyout " + Path(name + ".key") + " -out " + Path(name + ".pem"));
  }

  /// Makes NAME.pem (for localhost and 127.0.0.1) and NAME.key, signed by an authority.
  TlsFiles MakeIdentity(const std::string& name, const std::string& authority) const {
    const std::string request = Path(name + ".csr");
    const std::string extensions = Path(name + ".ext");
    Run("req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=" + name + " -keyout " +
        Path(name + ".key") + " -out " + request);
    WriteFile(extensions, "subjectAltName=DNS:localhost,IP:127.0.0.1\n");
    Run("x509 -req -days 2 -in " + request + " -CA " + Path(authority + ".pem") + " -CAkey " +
        Path(authority + ".key") + " -CAcreateserial -extfile " + extensions + " -out " +
        Path(name + ".pem"));
    return {Path(authority + ".pem"), Path(name + ".pem"), Path(name + ".key")};
  }

  static void WriteFile(const std::string& path, const std::string& text) {
    std::FILE* const file = std::fopen(path.c_str(), "w");
    ASSERT_NE(file, nullptr);
    std::fputs(text.c_str(), file);
    std::fclose(file);
  }

 private:
  static void Run(const std::string& arguments) {
    ASSERT_EQ(std::system(("openssl " + arguments + " 2>/dev/null").c_str()), 0) << arguments;
  }

  const base::TemporaryFolder folder_;
};

}  // namespace quorum
