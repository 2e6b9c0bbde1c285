#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "adapter/systems/paxos/cases/kinds.h"
#include "xml/words.h"

namespace cases {
namespace {

constexpr std::int64_t kMaxNumber = std::numeric_limits<std::int64_t>::max();

bool HasValue(StorageRecord::Kind kind) {
  return kind == StorageRecord::Kind::kVote || kind == StorageRecord::Kind::kDecision;
}

class Reader {
 public:
  explicit Reader(const std::string& whose) : whose_(whose) {}

  StorageEvent Event(const xml::Checked& element) const {
    if (element.element().name == "Save") return Save(element);
    if (element.element().name == "Reopen") return Reopening(element);
    Plain(element, {"Means", "Part"});
    return StorageDamage{
        xml::ReadWord<StorageDamage::Means>(element.One("Means"), kDamageWords),
        xml::ReadWord<StorageDamage::Part>(element.One("Part"), kDamagedPartWords)};
  }

  StorageContents Contents(const xml::Checked& element) const {
    Plain(element, {"Promised", "Vote", "Begun", "Decided"});
    StorageContents contents;
    contents.promised = OptionalRound(element, "Promised");
    contents.vote = OptionalRoundValue(element, "Vote");
    contents.begun = OptionalRound(element, "Begun");
    contents.decided = OptionalRoundValue(element, "Decided");
    return contents;
  }

 private:
  void Plain(const xml::Checked& element, const xml::Names& children) const {
    element.AllowAttributes({});
    element.AllowChildren(children, whose_);
  }

  static std::optional<WriteFailure> FailsAt(const xml::Checked& element) {
    const auto leaf = element.Optional("FailsAt");
    if (!leaf) return std::nullopt;
    return xml::ReadWord<WriteFailure>(*leaf, kWriteFailureWords);
  }

  StorageSave Save(const xml::Checked& element) const {
    Plain(element, {"Record", "Rnd", "Val", "FailsAt"});
    StorageSave save;
    save.record.kind = xml::ReadWord<StorageRecord::Kind>(element.One("Record"), kRecordWords);
    save.record.rnd = element.One("Rnd").Number(0, kMaxNumber);
    if (HasValue(save.record.kind)) {
      save.record.val = element.One("Val").NonEmptyText();
    } else if (const auto value = element.Optional("Val")) {
      value->Fail("<Val> of a " + std::string(xml::WordOf(save.record.kind, kRecordWords)),
                  "votes and decisions have a value");
    }
    save.fails_at = FailsAt(element);
    return save;
  }

  StorageReopening Reopening(const xml::Checked& element) const {
    Plain(element, {"FailsAt"});
    const StorageReopening reopening{FailsAt(element)};
    if (reopening.fails_at == WriteFailure::kMark) {
      element.One("FailsAt").FailAtText("an opening that fails at the mark",
                                        "a new log is written with its marks");
    }
    return reopening;
  }

  static std::optional<std::int64_t> OptionalRound(const xml::Checked& element, const char* name) {
    const auto leaf = element.Optional(name);
    if (!leaf) return std::nullopt;
    return leaf->Number(0, kMaxNumber);
  }

  std::optional<StorageContents::RoundValue> OptionalRoundValue(const xml::Checked& element,
                                                                const char* name) const {
    const auto child = element.Optional(name);
    if (!child) return std::nullopt;
    Plain(*child, {"Rnd", "Val"});
    return StorageContents::RoundValue{child->One("Rnd").Number(0, kMaxNumber),
                                       child->One("Val").NonEmptyText()};
  }

  const std::string& whose_;
};

void AddRoundValue(xml::Element& parent, const char* name,
                   const std::optional<StorageContents::RoundValue>& value) {
  if (!value) return;
  xml::Element& element = parent.Add(name);
  element.Add("Rnd", std::to_string(value->rnd));
  element.Add("Val", value->val);
}

/// Adds what happens, one overload per kind of event.
class StorageEventWriter {
 public:
  explicit StorageEventWriter(xml::Element& values) : values_(values) {}

  void operator()(const StorageSave& save) {
    xml::Element& element = values_.Add("Save");
    element.Add("Record", xml::WordOf(save.record.kind, kRecordWords));
    element.Add("Rnd", std::to_string(save.record.rnd));
    if (HasValue(save.record.kind)) element.Add("Val", save.record.val);
    AddFailure(element, save.fails_at);
  }
  void operator()(const StorageReopening& reopening) {
    AddFailure(values_.Add("Reopen"), reopening.fails_at);
  }
  void operator()(const StorageDamage& damage) {
    xml::Element& element = values_.Add("Damage");
    element.Add("Means", xml::WordOf(damage.means, kDamageWords));
    element.Add("Part", xml::WordOf(damage.part, kDamagedPartWords));
  }

 private:
  static void AddFailure(xml::Element& element, const std::optional<WriteFailure>& failure) {
    if (failure) element.Add("FailsAt", xml::WordOf(*failure, kWriteFailureWords));
  }

  xml::Element& values_;
};

StorageCase Read(const CaseReader& form) {
  const auto [values, oracles] = form.TwoParts();
  const Reader reader(form.whose());
  StorageCase content;
  bool damaged = false;
  for (const xml::Checked& child : values.Children()) {
    if (child.element().name == "Open") continue;
    if (damaged) child.Fail(child.tag() + " after <Damage>", "a damage is the last event");
    content.events.push_back(reader.Event(child));
    damaged = std::holds_alternative<StorageDamage>(content.events.back());
  }
  content.opener = xml::ReadWord<StorageOpener>(values.One("Open"), kOpenerWords);
  const auto refused = oracles.Optional("ExpectRefused");
  if (!refused) {
    content.expected = reader.Contents(oracles.One("ExpectStored"));
  } else if (oracles.Has("ExpectStored")) {
    refused->Fail("<ExpectRefused> beside <ExpectStored>", "the folder is opened, or refused");
  } else {
    content.expected = xml::ReadWord<StorageRefusal>(*refused, kRefusalWords);
  }
  return content;
}

void Write(const StorageCase& content, xml::Element& test_case) {
  xml::Element& values = test_case.Add("TestValues");
  for (const StorageEvent& event : content.events) std::visit(StorageEventWriter(values), event);
  values.Add("Open", xml::WordOf(content.opener, kOpenerWords));
  xml::Element& oracles = test_case.Add("TestOracles");
  if (const auto* refusal = std::get_if<StorageRefusal>(&content.expected)) {
    oracles.Add("ExpectRefused", xml::WordOf(*refusal, kRefusalWords));
    return;
  }
  const auto& contents = std::get<StorageContents>(content.expected);
  xml::Element& stored = oracles.Add("ExpectStored");
  if (contents.promised) stored.Add("Promised", std::to_string(*contents.promised));
  AddRoundValue(stored, "Vote", contents.vote);
  if (contents.begun) stored.Add("Begun", std::to_string(*contents.begun));
  AddRoundValue(stored, "Decided", contents.decided);
}

}  // namespace

Kind<StorageCase> StorageKind() {
  const Particle round = One("Rnd", kNumber);
  const Type round_value = Children(Sequence({round, One("Val", kNonEmptyText)}));
  const Type save = Children(
      Sequence({One("Record", Words(kRecordWords)), round, Maybe(One("Val", kNonEmptyText)),
                Maybe(One("FailsAt", Words(kWriteFailureWords)))}));
  // A new log is written with its marks, so that no opening fails at one.
  std::vector<const char*> opening_failures(std::begin(kWriteFailureWords),
                                            std::end(kWriteFailureWords));
  opening_failures.erase(opening_failures.begin() + static_cast<int>(WriteFailure::kMark));
  const Type reopen = Children(Maybe(One("FailsAt", Words(opening_failures))));
  const Type damage = Children(
      Sequence({One("Means", Words(kDamageWords)), One("Part", Words(kDamagedPartWords))}));
  const Type stored =
      Children(Sequence({Maybe(One("Promised", kNumber)), Maybe(One("Vote", round_value)),
                         Maybe(One("Begun", kNumber)), Maybe(One("Decided", round_value))}));
  Grammar grammar{
      .values = {Sequence({Any(Choice({One("Save", save), One("Reopen", reopen)})),
                           Maybe(One("Damage", damage)), One("Open", Words(kOpenerWords))})},
      .oracles = {
          Choice({One("ExpectStored", stored), One("ExpectRefused", Words(kRefusalWords))})}};
  return MakeKind({.name = "storagetest",
                   .article = "a",
                   .meaning = "extension: the durable log of one replica",
                   .may_omit_servers = true},
                  std::move(grammar), Read, Write);
}

}  // namespace cases
