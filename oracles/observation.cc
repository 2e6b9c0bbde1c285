#include "oracles/observation.h"

namespace oracles {
namespace {

std::string Quoted(const std::string& value) { return '"' + value + '"'; }

struct Printer {
  std::string operator()(const ClientProposed& e) const {
    return "client " + std::to_string(e.client) + " proposes " + Quoted(e.value);
  }
  std::string operator()(const ClientAnswered& e) const {
    return "client " + std::to_string(e.client) + " is answered " + Quoted(e.value);
  }
  std::string operator()(const PrepareSent& e) const {
    return At(e.replica) + "sends prepare" + In(e.rnd);
  }
  std::string operator()(const Promised& e) const {
    const std::string vote =
        e.vote ? " with vote (" + std::to_string(e.vote->rnd) + ", " + Quoted(e.vote->value) + ")"
               : " with no vote";
    return At(e.replica) + "promises round " + std::to_string(e.rnd) + vote;
  }
  std::string operator()(const AcceptSent& e) const {
    return At(e.replica) + "sends accept of " + Quoted(e.value) + In(e.rnd);
  }
  std::string operator()(const Accepted& e) const {
    return At(e.replica) + "votes for " + Quoted(e.value) + In(e.rnd);
  }
  std::string operator()(const Refused& e) const {
    return At(e.replica) + "refuses " + (e.phase == 1 ? "prepare" : "accept") + In(e.rnd);
  }
  std::string operator()(const CommitSent& e) const {
    return At(e.replica) + "sends commit of " + Quoted(e.value) + In(e.rnd);
  }
  std::string operator()(const Learned& e) const {
    return At(e.replica) + "learns " + Quoted(e.value);
  }
  std::string operator()(const LeaderElected& e) const {
    return At(e.replica) + "trusts leader " + std::to_string(e.leader);
  }
  std::string operator()(const Suspected& e) const {
    return At(e.replica) + "suspects " + std::to_string(e.suspect);
  }
  std::string operator()(const Restored& e) const {
    return At(e.replica) + "restores " + std::to_string(e.restored);
  }
  std::string operator()(const LeaderFailed& e) const {
    return At(e.replica) + "fails after phase " + std::to_string(e.phase);
  }

 private:
  static std::string At(ServerId replica) { return std::to_string(replica) + ' '; }
  static std::string In(Round rnd) { return " in round " + std::to_string(rnd); }
};

}  // namespace

std::string ToString(const Event& event) { return std::visit(Printer{}, event); }

}  // namespace oracles
