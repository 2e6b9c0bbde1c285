#include "adapter/certificates.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <memory>
#include <stdexcept>
#include <string>

namespace adapter {
namespace {

constexpr long kOneDay = 24 * 60 * 60;

template <auto Free>
struct Freeing {
  template <class T>
  void operator()(T* object) const {
    Free(object);
  }
};
using Key = std::unique_ptr<EVP_PKEY, Freeing<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Freeing<X509_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Freeing<X509_EXTENSION_free>>;
using Bio = std::unique_ptr<BIO, Freeing<BIO_free>>;

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

// Of `key`; signed by `authority`, or by itself when that is null.
Certificate NewCertificate(const char* name, long serial, EVP_PKEY& key, const X509* authority,
                           EVP_PKEY& signer) {
  Certificate certificate(X509_new());
  Check(certificate != nullptr);
  X509& made = *certificate;
  X509_set_version(&made, 2);  // X.509v3
  ASN1_INTEGER_set(X509_get_serialNumber(&made), serial);
  X509_gmtime_adj(X509_getm_notBefore(&made), -kOneDay);
  X509_gmtime_adj(X509_getm_notAfter(&made), kOneDay);
  X509_set_pubkey(&made, &key);
  X509_NAME* const subject = X509_get_subject_name(&made);
  const auto* const text = reinterpret_cast<const unsigned char*>(name);
  Check(X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, text, -1, -1, 0) == 1);
  X509_set_issuer_name(&made, authority ? X509_get_subject_name(authority) : subject);
  if (authority != nullptr) {
    AddExtension(made, NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1");
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

std::string Pem(EVP_PKEY& key) {
  const Bio bio(BIO_new(BIO_s_mem()));
  Check(PEM_write_bio_PrivateKey(bio.get(), &key, nullptr, nullptr, 0, nullptr, nullptr) == 1);
  return Text(*bio);
}

}  // namespace

Certificates::Certificates() {
  const Key authority_key = NewKey();
  const Certificate authority =
      NewCertificate("authority", 1, *authority_key, nullptr, *authority_key);
  const Key key = NewKey();
  const Certificate node = NewCertificate("node", 2, *key, authority.get(), *authority_key);
  files_ = {folder_.Write("ca.pem", Pem(*authority)), folder_.Write("node.pem", Pem(*node)),
            folder_.Write("node.key", Pem(*key))};
}

}  // namespace adapter
