#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

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

bool IsKey(const TlsElement& file) { return file.member == &ConfigurationCase::key; }

/// Whether the file can be in that form.
bool CanBe(const TlsElement& file, TlsFile form) {
  const bool has_dates = form == TlsFile::kExpired || form == TlsFile::kEarly;
  const bool is_of_key = form == TlsFile::kOther || form == TlsFile::kEncrypted;
  return IsKey(file) ? !has_dates : !is_of_key;
}

std::vector<const char*> TlsFileWords(const TlsElement& file) {
  std::vector<const char*> words;
  for (std::size_t i = 0; i < std::size(kTlsFileWords); ++i) {
    if (CanBe(file, static_cast<TlsFile>(i))) words.push_back(kTlsFileWords[i]);
  }
  return words;
}

TlsFile ReadTlsFile(const xml::Checked& leaf, const TlsElement& file) {
  const auto form = xml::ReadWord<TlsFile>(leaf, kTlsFileWords);
  if (!CanBe(file, form)) {
    leaf.FailAtText(
        "'" + std::string(xml::WordOf(form, kTlsFileWords)) + "' for " + leaf.tag(),
        IsKey(file) ? "a key has no dates" : "only a key can be 'other' or 'encrypted'");
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
  content.place = xml::ReadWord<ListenPlace>(values.One("Address"), kPlaceWords);
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
  values.Add("Address", xml::WordOf(content.place, kPlaceWords));
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
  Particle values = Sequence({Any(One("Peer", kAnyText))});
  for (const NumberElement& number : kNumbers) values.parts.push_back(One(number.name, kInteger));
  values.parts.push_back(One("Address", Words(kPlaceWords)));
  for (const TlsElement& file : kTlsFiles) {
    values.parts.push_back(Maybe(One(file.name, Words(TlsFileWords(file)))));
  }
  Grammar grammar{.values = {std::move(values)},
                  .oracles = {Choice({One("ExpectStart", kNothing),
                                      Some(One("ExpectDefect", Words(kDefectWords)))})}};
  return MakeKind({.name = "configurationtest",
                   .article = "a",
                   .meaning = "extension: what replicas and clients are told at their start",
                   .may_omit_servers = true},
                  std::move(grammar), Read, Write);
}

}  // namespace cases
