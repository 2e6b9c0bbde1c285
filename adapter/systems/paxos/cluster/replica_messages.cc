#include "adapter/systems/paxos/cluster/replica_messages.h"

#include <optional>
#include <stdexcept>
#include <utility>

namespace adapter {
namespace {

template <typename T>
void Put(nlohmann::json& json, const char* name, const std::optional<T>& value) {
  if (value) json[name] = *value;
}

template <typename T>
std::optional<T> Get(const nlohmann::json& json, const char* name) {
  const auto found = json.find(name);
  return found == json.end() ? std::nullopt : std::optional<T>(found->get<T>());
}

paxos::QuorumSizes QuorumsFrom(const nlohmann::json& json) {
  return {json.at(0).get<int>(), json.at(1).get<int>(), json.at(2).get<int>()};
}

struct CommandWriter {
  nlohmann::json operator()(const ReachReplicas& reach) const { return reach.replicas; }
  nlohmann::json operator()(const ReleaseMessages& release) const { return release.fault; }
  template <typename Other>
  nlohmann::json operator()(const Other&) const {
    return nullptr;
  }
};

// The command whose index in the variant this is, without its argument.
template <std::size_t kIndex = 0>
ReplicaCommand Alternative(std::size_t index) {
  if constexpr (kIndex < std::variant_size_v<ReplicaCommand>) {
    return index == kIndex ? ReplicaCommand(std::in_place_index<kIndex>)
                           : Alternative<kIndex + 1>(index);
  } else {
    throw std::out_of_range("no such command");
  }
}

}  // namespace

nlohmann::json ToJson(const ForkAnswer& answer) {
  return {{"process", answer.process}, {"error", answer.error}};
}

ForkAnswer ForkAnswerFrom(const nlohmann::json& json) {
  return {json.at("process"), json.at("error")};
}

nlohmann::json ToJson(const ReplicaStart& start) {
  return {{"id", start.id},
          {"replicas", start.replicas},
          {"quorums", {start.quorums.prepare, start.quorums.accept, start.quorums.commit}},
          {"call_timeout", start.call_timeout.count()},
          {"ordered", start.ordered},
          {"listen", start.listen},
          {"addresses", start.addresses},
          {"data_folder", start.data_folder}};
}

ReplicaStart StartFrom(const nlohmann::json& json) {
  return {.id = json.at("id"),
          .replicas = json.at("replicas"),
          .quorums = QuorumsFrom(json.at("quorums")),
          .call_timeout = std::chrono::milliseconds(json.at("call_timeout").get<std::int64_t>()),
          .ordered = json.at("ordered"),
          .listen = json.at("listen"),
          .addresses = json.at("addresses"),
          .data_folder = json.at("data_folder")};
}

nlohmann::json ToJson(const ReplicaCommand& command) {
  return {{"command", command.index()}, {"argument", std::visit(CommandWriter(), command)}};
}

ReplicaCommand CommandFrom(const nlohmann::json& json) {
  ReplicaCommand command = Alternative(json.at("command"));
  const nlohmann::json& argument = json.at("argument");
  if (auto* const reach = std::get_if<ReachReplicas>(&command)) argument.get_to(reach->replicas);
  if (auto* const release = std::get_if<ReleaseMessages>(&command)) {
    argument.get_to(release->fault);
  }
  return command;
}

nlohmann::json ToJson(const ReplicaReport& report) {
  return {{"kind", static_cast<int>(report.kind)},
          {"argument", report.argument},
          {"waits", report.waits}};
}

ReplicaReport ReportFrom(const nlohmann::json& json) {
  return {static_cast<ReplicaReportKind>(json.at("kind").get<int>()), json.at("argument"),
          json.at("waits")};
}

nlohmann::json ToJson(const ReportAnswer& answer) {
  return {{"answer", answer.answer}, {"crashes", answer.crashes}};
}

ReportAnswer AnswerFrom(const nlohmann::json& json) {
  return {json.at("answer"), json.at("crashes")};
}

nlohmann::json ToJson(const paxos::Event& event) {
  nlohmann::json json = {{"point", static_cast<int>(event.point)}, {"replica", event.replica}};
  Put(json, "about", event.about);
  Put(json, "rnd", event.rnd);
  Put(json, "promised", event.promised);
  Put(json, "vrnd", event.vrnd);
  Put(json, "vval", event.vval);
  Put(json, "value", event.value);
  Put(json, "period", event.period);
  return json;
}

paxos::Event EventFrom(const nlohmann::json& json) {
  paxos::Event event;
  event.point = static_cast<paxos::Point>(json.at("point").get<int>());
  event.replica = json.at("replica");
  event.about = Get<paxos::ReplicaId>(json, "about");
  event.rnd = Get<paxos::Round>(json, "rnd");
  event.promised = Get<paxos::Round>(json, "promised");
  event.vrnd = Get<paxos::Round>(json, "vrnd");
  event.vval = Get<std::string>(json, "vval");
  event.value = Get<std::string>(json, "value");
  event.period = Get<std::int64_t>(json, "period");
  return event;
}

nlohmann::json ToJson(const MessageHeader& header) {
  nlohmann::json json = {{"from", header.from}, {"to", header.to}};
  if (header.kind) json["kind"] = static_cast<int>(*header.kind);
  Put(json, "incarnation", header.incarnation);
  Put(json, "pinger", header.pinger);
  return json;
}

MessageHeader HeaderFrom(const nlohmann::json& json) {
  MessageHeader header{json.at("from"), json.at("to"), std::nullopt, Get<int>(json, "incarnation"),
                       Get<paxos::ReplicaId>(json, "pinger")};
  if (const auto kind = Get<int>(json, "kind")) {
    header.kind = static_cast<cases::MessageKind>(*kind);
  }
  return header;
}

nlohmann::json ToJson(const Routing& routing) {
  return {{"fate", static_cast<int>(routing.fate)},
          {"fault", routing.fault},
          {"incarnation", routing.incarnation},
          {"again", routing.again}};
}

Routing RoutingFrom(const nlohmann::json& json) {
  return {static_cast<Fate>(json.at("fate").get<int>()), json.at("fault"), json.at("incarnation"),
          json.at("again")};
}

nlohmann::json ToJson(const oracles::Saved& saved) {
  nlohmann::json json = nlohmann::json::object();
  Put(json, "promised", saved.promised);
  if (saved.vote) {
    json["vrnd"] = saved.vote->rnd;
    json["vval"] = saved.vote->value;
  }
  return json;
}

oracles::Saved SavedFrom(const nlohmann::json& json) {
  oracles::Saved saved{0, Get<cases::Round>(json, "promised"), std::nullopt};
  if (const auto rnd = Get<cases::Round>(json, "vrnd")) {
    saved.vote = oracles::Vote{*rnd, json.at("vval")};
  }
  return saved;
}

}  // namespace adapter
