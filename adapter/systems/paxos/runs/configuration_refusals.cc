#include "adapter/systems/paxos/runs/configuration_refusals.h"

#include <fmt/format.h>

#include <utility>

#include "adapter/systems/paxos/cases/configuration_case.h"

namespace adapter {
namespace {

using cases::ConfigurationDefect;
using Defects = std::vector<ConfigurationDefect>;

// What a refusal says, and what it can stand for.
const std::pair<const char*, Defects> kRefusalDefects[] = {
    {"at least one", {ConfigurationDefect::kNoReplica}},
    {"expected ID=ADDRESS", {ConfigurationDefect::kMalformedPeer}},
    {"is there twice: ids must be distinct", {ConfigurationDefect::kDoubleId}},
    {"addresses must be distinct", {ConfigurationDefect::kDoubleAddress}},
    {"without a gap", {ConfigurationDefect::kGap}},
    {"must be connected to exactly", {ConfigurationDefect::kDoubleId, ConfigurationDefect::kGap}},
    {"is not in the list of replicas", {ConfigurationDefect::kOwnId}},
    {"prepare quorum of ", {ConfigurationDefect::kPrepareQuorum}},
    {"accept quorum of ", {ConfigurationDefect::kAcceptQuorum}},
    {"commit quorum of ", {ConfigurationDefect::kCommitQuorum}},
    {"need not intersect", {ConfigurationDefect::kNoIntersection}},
    {"detector's delay must be", {ConfigurationDefect::kDelay}},
    {"detector's delta must not be", {ConfigurationDefect::kDelta}},
    {"time-out of calls must be", {ConfigurationDefect::kTimeout}},
    {", for example 127.0.0.1:4000", {ConfigurationDefect::kMalformedAddress}},
    {"cannot listen on ", {ConfigurationDefect::kAddressTaken}},
    {"a client's quorum of ", {ConfigurationDefect::kClientQuorum}},
    {"give all three, or none", {ConfigurationDefect::kIncompleteTls}},
    {"a client needs the CA", {ConfigurationDefect::kNoCa}},
    {"must be given together",
     {ConfigurationDefect::kNoIdentity, ConfigurationDefect::kHalfIdentity}},
};

// What the refusal of a TLS file says (how it begins, and further on), and what it stands for.
struct FileRefusal {
  const char* file;
  const char* reason;
  ConfigurationDefect defect;
};
constexpr FileRefusal kFileRefusals[] = {
    {"CA ", ": cannot be read: ", ConfigurationDefect::kUnreadableCa},
    {"certificate ", ": cannot be read: ", ConfigurationDefect::kUnreadableCertificate},
    {"key ", ": cannot be read: ", ConfigurationDefect::kUnreadableKey},
    {"CA ", ": expected PEM certificates", ConfigurationDefect::kMalformedCa},
    {"certificate ", ": expected PEM certificates", ConfigurationDefect::kMalformedCertificate},
    {"key ", ": expected an unencrypted PEM private key", ConfigurationDefect::kMalformedKey},
    {"CA ", " has expired", ConfigurationDefect::kExpiredCa},
    {"certificate ", " has expired", ConfigurationDefect::kExpiredCertificate},
    {"CA ", " is not valid yet", ConfigurationDefect::kEarlyCa},
    {"certificate ", " is not valid yet", ConfigurationDefect::kEarlyCertificate},
    {"key ", ": it is not the key of certificate ", ConfigurationDefect::kOtherKey},
};

std::string WordOf(ConfigurationDefect defect) {
  return cases::kDefectWords[static_cast<std::size_t>(defect)];
}

// What a name that is too long is refused with: the message says how long it may be.
std::string LongNameText() {
  return fmt::format(": the name of a Unix socket has 1 to {} bytes", kLongestSocketName);
}

}  // namespace

std::vector<std::string> RefusalWords(const std::string& message) {
  if (message.ends_with(LongNameText())) return {WordOf(ConfigurationDefect::kLongAddress)};
  if (message.find("the name of a Unix socket") != std::string::npos) return {message};
  for (const FileRefusal& refusal : kFileRefusals) {
    const bool is_it =
        message.starts_with(refusal.file) && message.find(refusal.reason) != std::string::npos;
    if (is_it) return {WordOf(refusal.defect)};
  }
  for (const auto& [text, defects] : kRefusalDefects) {
    if (message.find(text) == std::string::npos) continue;
    std::vector<std::string> words;
    for (const ConfigurationDefect defect : defects) words.push_back(WordOf(defect));
    return words;
  }
  return {message};
}

}  // namespace adapter
