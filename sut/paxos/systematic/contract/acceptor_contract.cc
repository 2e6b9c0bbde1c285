#include "sut/paxos/systematic/contract/acceptor_contract.h"

namespace paxos {

void AcceptorContract::OnPrepare(Round rnd, Deeds& deeds) {
  if (promised_ && rnd <= *promised_) {
    return Refuse(Point::kPrepareRefused, Method::kPrepare, rnd, deeds);
  }
  deeds.Expect({.kind = Deed::Kind::kSave,
                .record = static_cast<std::uint8_t>(Record::Kind::kPromise),
                .event = {.rnd = rnd}});
  promised_ = rnd;
  ReportState(deeds);
  deeds.Expect({.event = {.point = Point::kPromised, .rnd = rnd, .vrnd = vrnd(), .vval = vval()}});
  deeds.Expect({.kind = Deed::Kind::kAnswer,
                .method = Method::kPrepare,
                .flag = true,
                .event = {.rnd = rnd, .vrnd = vrnd(), .vval = vval()}});
}

void AcceptorContract::OnAccept(Round rnd, const std::string& value, Deeds& deeds) {
  if (promised_ && rnd < *promised_) {
    return Refuse(Point::kAcceptRefused, Method::kAccept, rnd, deeds);
  }
  deeds.Expect({.kind = Deed::Kind::kSave,
                .record = static_cast<std::uint8_t>(Record::Kind::kVote),
                .event = {.rnd = rnd, .value = value}});
  promised_ = rnd;
  vote_ = {rnd, value};
  ReportState(deeds);
  deeds.Expect({.event = {.point = Point::kVoted, .rnd = rnd, .value = value}});
  deeds.Expect({.kind = Deed::Kind::kAnswer,
                .method = Method::kAccept,
                .flag = true,
                .event = {.rnd = rnd, .value = value}});
}

void AcceptorContract::Refuse(Point point, Method method, Round rnd, Deeds& deeds) const {
  deeds.Expect({.event = {.point = point, .rnd = rnd, .promised = promised_}});
  deeds.Expect({.kind = Deed::Kind::kAnswer, .method = method, .event = {.promised = promised_}});
}

void AcceptorContract::ReportState(Deeds& deeds) const {
  deeds.Expect(
      {.event = {
           .point = Point::kAcceptorState, .promised = promised_, .vrnd = vrnd(), .vval = vval()}});
}

}  // namespace paxos
