#include "quorum/tls.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/security/server_credentials.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "quorum/descriptor.h"
#include "quorum/openssl_owners.h"

namespace quorum {
namespace {

using openssl::Bio;
using openssl::Certificate;
using openssl::Key;

Bio BioOf(const std::string& text) {
  return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

// A device or a pipe could give bytes for ever, or never one; the files of a certificate are small.
constexpr off_t kMostBytes = 1 << 20;

[[noreturn]] void CannotRead(const std::string& what, const std::string& path, const char* why) {
  throw CredentialsError(fmt::format("{} {}: cannot be read: {}", what, path, why));
}

std::string ReadFile(const std::string& what, const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) {
    CannotRead(what, path, std::strerror(errno));
  }
  if (S_ISDIR(status.st_mode)) CannotRead(what, path, std::strerror(EISDIR));
  if (!S_ISREG(status.st_mode)) CannotRead(what, path, "it is no regular file");
  if (status.st_size == 0) CannotRead(what, path, "it is empty");
  if (status.st_size > kMostBytes) CannotRead(what, path, "it has more than 1 MiB");
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t count = ::read(file.get(), text.data() + size, text.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) CannotRead(what, path, std::strerror(errno));
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  text.resize(size);
  return text;
}

// A password is never asked for: an encrypted key does not parse.
int NoPassword(char*, int, int, void*) { return -1; }

// All certificates of a PEM text, the first one first. Throws when there is none, one is broken, or
// one is not valid now.
std::vector<Certificate> ParseCertificates(const std::string& what, const std::string& path,
                                           const std::string& text) {
  std::vector<Certificate> certificates;
  const Bio bio = BioOf(text);
  while (Certificate next{PEM_read_bio_X509(bio.get(), nullptr, NoPassword, nullptr)}) {
    if (X509_cmp_current_time(X509_get0_notAfter(next.get())) < 0) {
      throw CredentialsError(
          fmt::format("{} {}: certificate {} has expired", what, path, certificates.size() + 1));
    }
    if (X509_cmp_current_time(X509_get0_notBefore(next.get())) > 0) {
      throw CredentialsError(fmt::format("{} {}: certificate {} is not valid yet", what, path,
                                         certificates.size() + 1));
    }
    certificates.push_back(std::move(next));
  }
  // The end of the text is reported as an error, too.
  const bool at_end = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
  ERR_clear_error();
  if (certificates.empty() || !at_end) {
    throw CredentialsError(fmt::format(
        "{} {}: expected PEM certificates (-----BEGIN CERTIFICATE-----); number {} is {}", what,
        path, certificates.size() + 1, at_end ? "missing" : "broken"));
  }
  return certificates;
}

Key ParseKey(const std::string& path, const std::string& text) {
  const Bio bio = BioOf(text);
  Key key(PEM_read_bio_PrivateKey(bio.get(), nullptr, NoPassword, nullptr));
  ERR_clear_error();
  if (key == nullptr) {
    throw CredentialsError(fmt::format(
        "key {}: expected an unencrypted PEM private key (-----BEGIN PRIVATE KEY-----)", path));
  }
  return key;
}

struct Identity {
  std::string certificate;
  std::string key;
};

// The texts of certificate and key, checked.
Identity ReadIdentity(const TlsFiles& files) {
  if (files.certificate.empty() || files.key.empty()) {
    throw CredentialsError("TLS: a certificate and its key must be given together");
  }
  Identity identity{ReadFile("certificate", files.certificate), ReadFile("key", files.key)};
  const auto chain = ParseCertificates("certificate", files.certificate, identity.certificate);
  const Key key = ParseKey(files.key, identity.key);
  const bool fits = X509_check_private_key(chain.front().get(), key.get()) == 1;
  ERR_clear_error();
  if (!fits) {
    throw CredentialsError(
        fmt::format("key {}: it is not the key of certificate {}", files.key, files.certificate));
  }
  return identity;
}

std::string ReadCa(const TlsFiles& files) {
  std::string text = ReadFile("CA", files.ca);
  ParseCertificates("CA", files.ca, text);
  return text;
}

}  // namespace

std::shared_ptr<grpc::ChannelCredentials> TlsChannelCredentials(const TlsFiles& files) {
  if (files.ca.empty()) throw CredentialsError("TLS: a client needs the CA of the servers");
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = ReadCa(files);
  if (!files.certificate.empty() || !files.key.empty()) {
    Identity identity = ReadIdentity(files);
    options.pem_cert_chain = std::move(identity.certificate);
    options.pem_private_key = std::move(identity.key);
  }
  return grpc::SslCredentials(options);
}

std::shared_ptr<grpc::ServerCredentials> TlsServerCredentials(const TlsFiles& files) {
  Identity identity = ReadIdentity(files);
  grpc::SslServerCredentialsOptions options(
      files.ca.empty() ? GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE
                       : GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  options.pem_key_cert_pairs.push_back({identity.key, identity.certificate});
  if (!files.ca.empty()) options.pem_root_certs = ReadCa(files);
  return grpc::SslServerCredentials(options);
}

}  // namespace quorum
