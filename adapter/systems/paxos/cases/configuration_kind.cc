#include <cstdint>
#include <limits>
#include <string>

#include "adapter/systems/paxos/cases/kinds.h"
#include "xml/words.h"

namespace cases {
namespace {

/// An element with one value of a case.
template <typename Value>
struct ValueElement {
  const char* name;
  Value ConfigurationCase::*member;
};
using NumberElement = ValueElement<int>;
using TlsElement = ValueElement<TlsFile>;

// In the order in which they are written.
constexpr NumberElement kNumbers[] = {
    {"Own", &ConfigurationCase::own},
    {"PrepareQuorum", &ConfigurationCase::prepare_quorum},
    {"AcceptQuorum", &ConfigurationCase::accept_quorum},
    {"CommitQuorum", &ConfigurationCase::commit_quorum},
    {"ClientQuorum", &ConfigurationCase::client_quorum},
    {"DetectorDelay", &ConfigurationCase::delay},
    {"DetectorDelta", &ConfigurationCase::delta},
    {"CallTimeout", &ConfigurationCase::timeout},
};
constexpr TlsElement kTlsFiles[] = {
    {"TlsCa", &ConfigurationCase::ca},
    {"TlsCertificate", &ConfigurationCase::certificate},
    {"TlsKey", &ConfigurationCase::key},
};
constexpr const char* kAddressWords[] = {"free", "taken"};

TlsFile ReadTlsFile(const xml::Checked& leaf, const TlsElement& file) {
  const auto form = xml::ReadWord<TlsFile>(leaf, kTlsFileWords);
  const bool has_dates = form == TlsFile::kExpired || form == TlsFile::kEarly;
  const bool is_of_key = form == TlsFile::kOther || form == TlsFile::kEncrypted;
  const bool is_key = file.member == &ConfigurationCase::key;
  if (is_key ? has_dates : is_of_key) {
    leaf.FailAtText("'" + std::string(xml::WordOf(form, kTlsFileWords)) + "' for " + leaf.tag(),
                    is_key ? "a key has no dates" : "only a key can be 'other' or 'encrypted'");
  }
  return form;
}

void ReadDefects(const xml::Checked& oracles, ConfigurationCase& content) {
  if (const auto starts = oracles.Optional("ExpectStart")) {
    starts->AllowAttributes({});
    starts->AllowChildren({});
    if (oracles.Has("ExpectDefect")) {
      starts->Fail("<ExpectStart> beside <ExpectDefect>", "what has a defect does not start");
    }
    return;
  }
  for (const xml::Checked& leaf : oracles.Some("ExpectDefect")) {
    const auto defect = xml::ReadWord<ConfigurationDefect>(leaf, kDefectWords);
    if (!content.defects.empty() && defect <= content.defects.back()) {
      leaf.FailAtText("'" + std::string(xml::WordOf(defect, kDefectWords)) + "' after '" +
                          xml::WordOf(content.defects.back(), kDefectWords) + "'",
                      "defects stand in their order, once each");
    }
    content.defects.push_back(defect);
  }
}

ConfigurationCase Read(const CaseReader& reader) {
  const auto [values, oracles] = reader.TwoParts();
  ConfigurationCase content;
  for (const xml::Checked& peer : values.All("Peer")) content.peers.push_back(peer.Text());
  for (const NumberElement& number : kNumbers) {
    content.*number.member =
        static_cast<int>(values.One(number.name)
                             .Number(std::numeric_limits<std::int32_t>::min(),
                                     std::numeric_limits<std::int32_t>::max()));
  }
  content.address_taken = xml::ReadWord<int>(values.One("Address"), kAddressWords) == 1;
  for (const TlsElement& file : kTlsFiles) {
    const auto leaf = values.Optional(file.name);
    if (leaf) content.*file.member = ReadTlsFile(*leaf, file);
  }
  ReadDefects(oracles, content);
  return content;
}

void Write(const ConfigurationCase& content, xml::Element& test_case) {
  xml::Element& values = test_case.Add("TestValues");
  for (const std::string& peer : content.peers) values.Add("Peer", peer);
  for (const NumberElement& number : kNumbers) {
    values.Add(number.name, std::to_string(content.*number.member));
  }
  values.Add("Address", xml::WordOf(content.address_taken, kAddressWords));
  for (const TlsElement& file : kTlsFiles) {
    const TlsFile form = content.*file.member;
    if (form != TlsFile::kNone) values.Add(file.name, xml::WordOf(form, kTlsFileWords));
  }
  xml::Element& oracles = test_case.Add("TestOracles");
  if (content.defects.empty()) oracles.Add("ExpectStart");
  for (const ConfigurationDefect defect : content.defects) {
    oracles.Add("ExpectDefect", xml::WordOf(defect, kDefectWords));
  }
}

}  // namespace

Kind<ConfigurationCase> ConfigurationKind() {
  using adapter::CasePart;
  adapter::CaseForm form{.name = "configurationtest",
                         .article = "a",
                         .meaning = "extension: what replicas and clients are told at their start",
                         .elements = {{"Peer", CasePart::kValues}}};
  for (const NumberElement& number : kNumbers)
    form.elements.push_back({number.name, CasePart::kValues});
  form.elements.push_back({"Address", CasePart::kValues});
  for (const TlsElement& file : kTlsFiles) form.elements.push_back({file.name, CasePart::kValues});
  form.elements.push_back({"ExpectStart", CasePart::kOracles});
  form.elements.push_back({"ExpectDefect", CasePart::kOracles});
  form.may_omit_servers = true;
  return {std::move(form), Read, Write};
}

}  // namespace cases
