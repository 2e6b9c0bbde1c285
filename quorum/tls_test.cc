// What is refused at the start. That calls go through TLS is tested in rpc_test.cc.
#include "quorum/tls.h"

#include <grpcpp/security/credentials.h>
#include <grpcpp/security/server_credentials.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "quorum/tls_testing.h"
#include "testing/files.h"

namespace quorum {
namespace {

class TlsTest : public testing::Test {
 protected:
  TlsTest() {
    certificates_.MakeAuthority("ca");
    good_ = certificates_.MakeIdentity("node", "ca");
  }

  static std::string ErrorOfClient(const TlsFiles& files) {
    try {
      TlsChannelCredentials(files);
    } catch (const CredentialsError& error) {
      return error.what();
    }
    return "no error";
  }
  static std::string ErrorOfServer(const TlsFiles& files) {
    try {
      TlsServerCredentials(files);
    } catch (const CredentialsError& error) {
      return error.what();
    }
    return "no error";
  }
  std::string Text(const std::string& file) const {
    return test::ReadFile(certificates_.Path(file));
  }
  std::string Write(const std::string& file, const std::string& text) const {
    TestCertificates::WriteFile(certificates_.Path(file), text);
    return certificates_.Path(file);
  }

  TestCertificates certificates_;
  TlsFiles good_;
};

TEST_F(TlsTest, TakesWholeSetsOfFiles) {
  EXPECT_NE(TlsChannelCredentials(good_), nullptr);
  EXPECT_NE(TlsChannelCredentials({good_.ca, "", ""}), nullptr);
  EXPECT_NE(TlsServerCredentials(good_), nullptr);
  EXPECT_NE(TlsServerCredentials({"", good_.certificate, good_.key}), nullptr);
}

TEST_F(TlsTest, RefusesMissingParts) {
  EXPECT_EQ(ErrorOfClient({"", good_.certificate, good_.key}),
            "TLS: a client needs the CA of the servers");
  EXPECT_EQ(ErrorOfClient({good_.ca, good_.certificate, ""}),
            "TLS: a certificate and its key must be given together");
  EXPECT_EQ(ErrorOfServer({good_.ca, "", good_.key}),
            "TLS: a certificate and its key must be given together");
}

TEST_F(TlsTest, RefusesFilesThatCannotBeRead) {
  EXPECT_EQ(ErrorOfClient({"/no/ca.pem", "", ""}),
            "CA /no/ca.pem: cannot be read: No such file or directory");
  EXPECT_EQ(ErrorOfServer({"", good_.certificate, "/no/key"}),
            "key /no/key: cannot be read: No such file or directory");
}

TEST_F(TlsTest, RefusesWhatNeverEnds) {
  EXPECT_EQ(ErrorOfClient({"/dev/zero", "", ""}),
            "CA /dev/zero: cannot be read: it is no regular file");
  const std::string pipe = Write("pipe", "");
  ASSERT_EQ(::unlink(pipe.c_str()), 0);
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);  // nobody writes into it
  EXPECT_EQ(ErrorOfServer({"", good_.certificate, pipe}),
            "key " + pipe + ": cannot be read: it is no regular file");
  const std::string large = Write("large", std::string((1 << 20) + 1, 'x'));
  EXPECT_EQ(ErrorOfClient({large, "", ""}),
            "CA " + large + ": cannot be read: it has more than 1 MiB");
}

TEST_F(TlsTest, RefusesWhatIsNoCertificate) {
  const std::string text = Write("text.pem", "hello\n");
  EXPECT_EQ(ErrorOfClient({text, "", ""}),
            "CA " + text +
                ": expected PEM certificates (-----BEGIN CERTIFICATE-----); number 1 is missing");
  std::string certificate = Text("node.pem");
  certificate.replace(certificate.size() / 2, 3, "!!!");
  const std::string broken = Write("broken.pem", Text("node.pem") + certificate);
  EXPECT_EQ(ErrorOfServer({"", broken, good_.key}),
            "certificate " + broken +
                ": expected PEM certificates (-----BEGIN CERTIFICATE-----); number 2 is broken");
}

TEST_F(TlsTest, RefusesWhatIsNoKey) {
  EXPECT_EQ(ErrorOfServer({"", good_.certificate, good_.certificate}),
            "key " + good_.certificate +
                ": expected an unencrypted PEM private key (-----BEGIN PRIVATE KEY-----)");
}

TEST_F(TlsTest, RefusesTheKeyOfAnotherCertificate) {
  const TlsFiles other = certificates_.MakeIdentity("other", "ca");
  EXPECT_EQ(ErrorOfClient({good_.ca, good_.certificate, other.key}),
            "key " + other.key + ": it is not the key of certificate " + good_.certificate);
}

}  // namespace
}  // namespace quorum
