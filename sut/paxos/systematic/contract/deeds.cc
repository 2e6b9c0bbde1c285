#include "sut/paxos/systematic/contract/deeds.h"

#include <fmt/format.h>

#include <utility>

namespace paxos {
namespace {

bool SameEvent(const Event& a, const Event& b) {
  return a.point == b.point && a.about == b.about && a.rnd == b.rnd && a.promised == b.promised &&
         a.vrnd == b.vrnd && a.vval == b.vval && a.value == b.value && a.period == b.period;
}

bool Same(const Deed& did, const Deed& expected) {
  if (did.kind != expected.kind || did.method != expected.method || did.to != expected.to ||
      did.record != expected.record) {
    return false;
  }
  switch (did.kind) {
    case Deed::Kind::kGo:
      return true;  // the flag is the answer
    case Deed::Kind::kChoose:
      return did.pending == expected.pending;
    default:
      return did.flag == expected.flag && SameEvent(did.event, expected.event);
  }
}

const char* MethodName(Method method) {
  switch (method) {
    case Method::kPrepare:
      return "Prepare";
    case Method::kAccept:
      return "Accept";
    case Method::kCommit:
      return "Commit";
    case Method::kPing:
      return "Ping";
  }
  return "";
}

// The fields that are there: " (rnd 3, value \"v1\")".
std::string Fields(const Event& event) {
  std::string text;
  const auto add = [&](const char* name, const auto& field) {
    if (field) text += fmt::format("{}{} {}", text.empty() ? " (" : ", ", name, *field);
  };
  add("about", event.about);
  add("rnd", event.rnd);
  add("promised", event.promised);
  add("vrnd", event.vrnd);
  add("vval", event.vval);
  add("value", event.value);
  add("period", event.period);
  return text.empty() ? text : text + ")";
}

std::string WhatItDoes(const Deed& deed) {
  switch (deed.kind) {
    case Deed::Kind::kEvent:
      return fmt::format("report {}", PointName(deed.event.point));
    case Deed::Kind::kSave:
      return fmt::format("save record {}", deed.record);
    case Deed::Kind::kSend:
      return fmt::format("send {} to {}{}", MethodName(deed.method), deed.to,
                         deed.flag ? ", knowing the decision" : "");
    case Deed::Kind::kTimer:
      return "start its timer";
    case Deed::Kind::kAnswer:
      return fmt::format("answer {} with {}", MethodName(deed.method), deed.flag ? "yes" : "no");
    case Deed::Kind::kSilence:
      return fmt::format("leave {} unanswered", MethodName(deed.method));
    case Deed::Kind::kClient:
      return deed.flag ? "answer a client" : "leave a client unanswered";
    case Deed::Kind::kGo:
      return "have a quorum";
    case Deed::Kind::kChoose:
      return fmt::format("propose one of {} pending values ({})", deed.pending.size(),
                         fmt::join(deed.pending, ", "));
    case Deed::Kind::kLeads:
      return fmt::format("take note that it is {}the leader", deed.flag ? "" : "not ");
  }
  return "";
}

}  // namespace

std::string ToString(const Deed& deed) { return WhatItDoes(deed) + Fields(deed.event); }

void Deeds::Clear() {
  all_.clear();
  next_ = 0;
}

void Deeds::Expect(const Deed& expected) { Take(expected); }

const Deed* Deeds::Take(const Deed& expected) {
  if (!complaint_.empty()) return nullptr;
  if (next_ == all_.size()) {
    complaint_ = fmt::format("should {}, and did nothing more", ToString(expected));
    return nullptr;
  }
  const Deed& did = all_[next_];
  if (!Same(did, expected)) {
    complaint_ = fmt::format("should {}, and did {}", ToString(expected), ToString(did));
    return nullptr;
  }
  ++next_;
  return &did;
}

void Deeds::ExpectEnd() {
  if (!complaint_.empty() || next_ == all_.size()) return;
  complaint_ = fmt::format("should do nothing more, and did {}", ToString(all_[next_]));
}

}  // namespace paxos
