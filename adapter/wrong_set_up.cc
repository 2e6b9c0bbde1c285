#include "adapter/wrong_set_up.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "quorum/tls.h"

namespace adapter {
namespace {

using quorum::Configuration;
using quorum::Manager;
using quorum::TlsChannelCredentials;
using quorum::TlsFiles;
using quorum::TlsServerCredentials;

struct WrongSetUp {
  void (*set_up)(const Manager& manager, const Certificates& certificates);
  const char* error;  // a part of its text
};

constexpr quorum::NodeId kNobody = 99;

TlsFiles Good(const Certificates& certificates) { return certificates.files(); }

TlsFiles With(const Certificates& certificates, std::string TlsFiles::*file,
              const std::string& path) {
  TlsFiles files = Good(certificates);
  files.*file = path;
  return files;
}

constexpr std::array<WrongSetUp, kWrongSetUps> kAll{{
    {[](const Manager& nodes, const Certificates&) { nodes.Of({}); }, "at least one node"},
    {[](const Manager& nodes, const Certificates&) {
       nodes.Of({0, 1, 0});
     },
     "node 0 is there twice"},
    {[](const Manager& nodes, const Certificates&) {
       nodes.Of({0, kNobody});
     },
     "there is no node 99"},
    {[](const Manager& nodes, const Certificates&) { nodes.All().Add(nodes.All().nodes()[1]); },
     "node 1 is there twice"},
    {[](const Manager& nodes, const Certificates&) { nodes.All().Remove(-1); },
     "there is no node -1"},
    {[](const Manager& nodes, const Certificates&) { nodes.Of({1}).Remove(1); },
     "at least one node"},
    {[](const Manager& nodes, const Certificates&) { nodes.Of({1}).Difference(nodes.All()); },
     "at least one node"},
    {[](const Manager& nodes, const Certificates&) {
       const Manager others({{0, "unix:/nowhere", nullptr}});
       nodes.All().Union(others.All());
     },
     "node 0 is there twice"},
    {[](const Manager&, const Certificates&) { const Manager none({}); }, "at least one node"},
    {[](const Manager&, const Certificates&) {
       const Manager same({{0, "unix:/nowhere", nullptr}, {1, "unix:/nowhere", nullptr}});
     },
     "nodes 0 and 1 have the same address unix:/nowhere"},
    {[](const Manager&, const Certificates&) {
       const Manager same({{1, "unix:/nowhere", nullptr}, {1, "unix:/nowhere", nullptr}});
     },
     "node 1 is there twice"},

    {[](const Manager&, const Certificates&) { TlsChannelCredentials({}); },
     "a client needs the CA"},
    {[](const Manager&, const Certificates& files) {
       TlsChannelCredentials({files.Missing(), "", ""});
     },
     "missing.pem: cannot be read: No such file"},
    {[](const Manager&, const Certificates& files) {
       TlsChannelCredentials({files.Empty(), "", ""});
     },
     "empty.pem: cannot be read: it is empty"},
    {[](const Manager&, const Certificates& files) {
       TlsChannelCredentials({files.files().key, "", ""});
     },
     "expected PEM certificates (-----BEGIN CERTIFICATE-----); number 1 is missing"},
    {[](const Manager&, const Certificates& files) {
       TlsChannelCredentials({files.Broken(), "", ""});
     },
     "number 2 is broken"},
    {[](const Manager&, const Certificates& files) {
       TlsChannelCredentials({files.Expired(), "", ""});
     },
     "CA"},
    {[](const Manager&, const Certificates& files) {
       TlsChannelCredentials(With(files, &TlsFiles::certificate, files.NotYetValid()));
     },
     "certificate 1 is not valid yet"},
    {[](const Manager&, const Certificates& files) {
       TlsChannelCredentials(With(files, &TlsFiles::key, ""));
     },
     "a certificate and its key must be given together"},
    {[](const Manager&, const Certificates& files) {
       TlsChannelCredentials(With(files, &TlsFiles::certificate, ""));
     },
     "a certificate and its key must be given together"},
    {[](const Manager&, const Certificates& files) {
       TlsServerCredentials(With(files, &TlsFiles::key, files.OtherKey()));
     },
     "it is not the key of certificate"},
    {[](const Manager&, const Certificates& files) {
       TlsServerCredentials(With(files, &TlsFiles::key, files.EncryptedKey()));
     },
     "expected an unencrypted PEM private key"},
    {[](const Manager&, const Certificates& files) {
       TlsServerCredentials(With(files, &TlsFiles::certificate, files.Expired()));
     },
     "certificate 1 has expired"},
    {[](const Manager&, const Certificates& files) {
       TlsServerCredentials(With(files, &TlsFiles::ca, files.Missing()));
     },
     "missing.pem: cannot be read"},
    {[](const Manager&, const Certificates&) { TlsServerCredentials({}); },
     "a certificate and its key must be given together"},
}};

}  // namespace

std::string TryWrongSetUp(const CallNetwork& network, int number) {
  const WrongSetUp& wrong = kAll[static_cast<std::size_t>(number)];
  std::string text = "no error";
  try {
    wrong.set_up(network.manager(), network.certificates());
  } catch (const quorum::ConfigurationError& error) {
    text = error.what();
  } catch (const quorum::CredentialsError& error) {
    text = error.what();
  }
  if (text.find(wrong.error) != std::string::npos) return "";
  return fmt::format("a wrong set-up must be refused with \"{}\", and gives: {}", wrong.error,
                     text);
}

}  // namespace adapter
