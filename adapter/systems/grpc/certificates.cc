#include "adapter/systems/grpc/certificates.h"

#include <openssl/pem.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>

#include "quorum/openssl_owners.h"

namespace adapter {
namespace {

using cases::Identity;
using cases::TlsFile;

constexpr long kOneDay = 24 * 60 * 60;
constexpr const char* kCa = "ca";
constexpr const char* kCertificate = "certificate";
constexpr const char* kKey = "key";
constexpr const char* kLocalHost = "DNS:localhost,IP:127.0.0.1";

struct Validity {
  long from = -kOneDay;  // seconds from now
  long until = kOneDay;
};
constexpr Validity kPast{-2 * kOneDay, -kOneDay};
constexpr Validity kFuture{kOneDay, 2 * kOneDay};

using quorum::openssl::Bio;
using quorum::openssl::Certificate;
using quorum::openssl::Extension;
using quorum::openssl::Key;

void Check(bool done) {
  if (!done) throw std::runtime_error("OpenSSL cannot make a certificate");
}

Key NewKey() {
  Key key(EVP_EC_gen("P-256"));
  Check(key != nullptr);
  return key;
}

void AddExtension(X509& certificate, int kind, const char* value) {
  const Extension extension(X509V3_EXT_conf_nid(nullptr, nullptr, kind, value));
  Check(extension != nullptr && X509_add_ext(&certificate, extension.get(), -1) == 1);
}

// A certificate of `key`, signed by `authority`, or by itself when that is null; for these hosts,
// or for an authority when that is null.
Certificate NewCertificate(const char* name, long serial, EVP_PKEY& key, const X509* authority,
                           EVP_PKEY& signer, const Validity& validity, const char* hosts) {
  Certificate certificate(X509_new());
  Check(certificate != nullptr);
  X509& made = *certificate;
  X509_set_version(&made, 2);  // X.509v3
  ASN1_INTEGER_set(X509_get_serialNumber(&made), serial);
  X509_gmtime_adj(X509_getm_notBefore(&made), validity.from);
  X509_gmtime_adj(X509_getm_notAfter(&made), validity.until);
  X509_set_pubkey(&made, &key);
  X509_NAME* const subject = X509_get_subject_name(&made);
  const auto* const text = reinterpret_cast<const unsigned char*>(name);
  Check(X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, text, -1, -1, 0) == 1);
  X509_set_issuer_name(&made, authority ? X509_get_subject_name(authority) : subject);
  if (hosts != nullptr) {
    AddExtension(made, NID_subject_alt_name, hosts);
  } else {
    AddExtension(made, NID_basic_constraints, "critical,CA:TRUE");
  }
  Check(X509_sign(&made, &signer, EVP_sha256()) != 0);
  return certificate;
}

std::string Text(BIO& bio) {
  char* text = nullptr;
  const long size = BIO_get_mem_data(&bio, &text);
  return std::string(text, static_cast<std::size_t>(size));
}

std::string Pem(X509& certificate) {
  const Bio bio(BIO_new(BIO_s_mem()));
  Check(PEM_write_bio_X509(bio.get(), &certificate) == 1);
  return Text(*bio);
}

// The key as PEM, encrypted with `password` unless that is null.
std::string Pem(EVP_PKEY& key, const char* password = nullptr) {
  const Bio bio(BIO_new(BIO_s_mem()));
  const EVP_CIPHER* const cipher = password ? EVP_aes_128_cbc() : nullptr;
  Check(PEM_write_bio_PrivateKey(bio.get(), &key, cipher, nullptr, 0, nullptr,
                                 const_cast<char*>(password)) == 1);
  return Text(*bio);
}

}  // namespace

Certificates::Certificates() {
  using enum TlsFile;
  const Key authority_key = NewKey();
  const Key key = NewKey();
  const auto ca = [&](const Validity& validity = {}) {
    return NewCertificate("authority", 1, *authority_key, nullptr, *authority_key, validity,
                          nullptr);
  };
  const Certificate authority = ca();
  const auto certificate = [&](const Validity& validity = {}, const char* hosts = kLocalHost) {
    return Pem(*NewCertificate("node", 2, *key, authority.get(), *authority_key, validity, hosts));
  };
  Write(kCa, kGood, Pem(*authority));
  Write(kCa, kBroken, Pem(*authority) + "-----BEGIN CERTIFICATE-----\nno certificate\n");
  Write(kCa, kExpired, Pem(*ca(kPast)));
  Write(kCa, kEarly, Pem(*ca(kFuture)));
  Write(kCertificate, kGood, certificate());
  Write(kCertificate, kBroken, certificate() + "-----BEGIN CERTIFICATE-----\nno certificate\n");
  Write(kCertificate, kExpired, certificate(kPast));
  Write(kCertificate, kEarly, certificate(kFuture));
  Write(kKey, kGood, Pem(*key));
  Write(kKey, kBroken, Pem(*key).substr(0, 60));
  Write(kKey, kOther, Pem(*NewKey()));
  Write(kKey, kEncrypted, Pem(*key, "password"));
  const Key other_key = NewKey();
  const Certificate other =
      NewCertificate("other", 1, *other_key, nullptr, *other_key, {}, nullptr);
  Write(Identity::kElsewhere, certificate({}, "DNS:elsewhere"));
  Write(Identity::kStranger,
        Pem(*NewCertificate("node", 2, *key, other.get(), *other_key, {}, kLocalHost)));
  Write(Identity::kSelf, Pem(*NewCertificate("node", 2, *key, nullptr, *key, {}, kLocalHost)));
  for (const char* const what : {kCa, kCertificate, kKey}) {
    Write(what, kEmpty, "");
    Write(what, kText, "neither a certificate nor a key\n");
    std::filesystem::create_directory(Name(what, kFolder));
  }
}

quorum::TlsFiles Certificates::Files(TlsFile ca, TlsFile certificate, TlsFile key) const {
  return {Name(kCa, ca), Name(kCertificate, certificate), Name(kKey, key)};
}

quorum::TlsFiles Certificates::IdentityOf(Identity identity) const {
  switch (identity) {
    case Identity::kPlain:
      return {};
    case Identity::kAnonymous:
      return {Name(kCa, TlsFile::kGood), "", ""};
    case Identity::kGood:
      return files();
    case Identity::kExpired:
      return Files(TlsFile::kGood, TlsFile::kExpired, TlsFile::kGood);
    case Identity::kEarly:
      return Files(TlsFile::kGood, TlsFile::kEarly, TlsFile::kGood);
    default:
      return {Name(kCa, TlsFile::kGood), Name(identity), Name(kKey, TlsFile::kGood)};
  }
}

void Certificates::Write(Identity identity, const std::string& certificate) {
  std::ofstream file(Name(identity), std::ios::binary);
  if (!(file << certificate << std::flush)) {
    throw std::runtime_error("cannot write " + Name(identity));
  }
}

std::string Certificates::Name(Identity identity) const {
  return folder_ /
         (std::string("identity.") + cases::kIdentityWords[static_cast<std::size_t>(identity)]);
}

void Certificates::Write(const char* what, TlsFile form, const std::string& text) {
  std::ofstream file(Name(what, form), std::ios::binary);
  if (!(file << text << std::flush)) throw std::runtime_error("cannot write " + Name(what, form));
}

std::string Certificates::Name(const char* what, TlsFile form) const {
  if (form == TlsFile::kNone) return "";
  return folder_ / (std::string(what) + "." + cases::kTlsFileWords[static_cast<std::size_t>(form)]);
}

}  // namespace adapter
