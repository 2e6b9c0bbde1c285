#include "examples/systematic/replicating_server/harness/harness.h"

#include <optional>
#include <string>
#include <utility>

#include "examples/systematic/replicating_server/harness/monitors.h"
#include "examples/systematic/support/messages.h"

namespace replicating_server {
namespace {

using systematic::Key;
using systematic::MachineId;
using systematic::OptionKind;
using systematic::Word;

constexpr int kNodes = 3;
constexpr int kRequests = 3;
constexpr int kDataValues = 3;  // that the client's random requests are made of

// What a storage node has; its timer has it reported.
struct StorageNode {
  NodeId id = 0;
  MachineId machine = 0;
  std::vector<Entry> log;
};

class ServerHarness : public systematic::Harness, private Network {
 public:
  explicit ServerHarness(MakeServer make) : make_(std::move(make)) {}

  void Start(systematic::Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    messages_.emplace(scheduler, support::Order::kAny);
    replicated_.emplace(scheduler, kNodes);
    scheduler.AddMonitor(&*replicated_);
    scheduler.AddMonitor(&answered_);
    NameWords();
    client_ = scheduler.AddMachine("client");
    server_machine_ = scheduler.AddMachine("server");
    std::vector<NodeId> ids;
    for (NodeId id = 0; id < kNodes; ++id) {
      nodes_.push_back({id, scheduler.AddMachine("node " + std::to_string(id)), {}});
      ids.push_back(id);
    }
    server_ = make_(ids, *this);
    for (StorageNode& node : nodes_) StartTimer(node);
    Request();
  }

 private:
  void NameWords() {
    request_ = scheduler_->Intern("request");
    replicate_ = scheduler_->Intern("replicate");
    sync_ = scheduler_->Intern("sync");
    ack_ = scheduler_->Intern("ack");
    timer_ = scheduler_->Intern("timer");
    choose_ = scheduler_->Intern("choose");
    data_ = scheduler_->Intern("data");
  }

  // The client sends its next request, or is done, and with it everything.
  void Request() {
    if (requests_ == kRequests) return;
    ++requests_;
    const Word client = scheduler_->MachineName(client_);
    const Key key{choose_, client, 0, data_, 0, scheduler_->NextOrdinal(client, 0, data_)};
    const std::string data = std::to_string(scheduler_->Choose(key, kDataValues));
    waits_ = true;
    replicated_->OnRequest();
    answered_.OnRequest();
    messages_->Send(client_, server_machine_, request_,
                    [this, data] { server_->OnClientRequest(data); });
  }

  // A node's timer runs as long as the client wants something; it starts again when the server has
  // taken what the node said last.
  void StartTimer(StorageNode& node) {
    const Word name = scheduler_->MachineName(node.machine);
    const Key key{timer_, 0, name, sync_, 0, scheduler_->NextOrdinal(timer_, name, sync_)};
    scheduler_->Enable(key, node.machine, OptionKind::kTimer, [this, &node] { Sync(node); });
  }

  void Sync(StorageNode& node) {
    if (requests_ == kRequests && !waits_) return;
    messages_->Send(node.machine, server_machine_, sync_, [this, &node, log = node.log] {
      server_->OnSync(node.id, log);
      StartTimer(node);
    });
  }

  void SendReplicate(NodeId id, const Entry& entry) override {
    StorageNode& node = nodes_[static_cast<std::size_t>(id)];
    messages_->Send(server_machine_, node.machine, replicate_,
                    [this, &node, entry] { Store(node, entry); });
  }

  void Store(StorageNode& node, const Entry& entry) {
    for (const Entry& stored : node.log) {
      if (stored == entry) return;
    }
    node.log.push_back(entry);
    scheduler_->Observe(entry.number);
    if (entry.number == static_cast<std::uint64_t>(requests_)) replicated_->OnStored(node.id);
  }

  void SendAck(std::uint64_t number) override {
    replicated_->OnAck(number);
    answered_.OnAck();
    messages_->Send(server_machine_, client_, ack_, [this] {
      waits_ = false;
      Request();
    });
  }

  const MakeServer make_;
  systematic::Scheduler* scheduler_ = nullptr;
  std::optional<support::Messages> messages_;
  std::optional<ReplicatedMonitor> replicated_;
  AnsweredMonitor answered_;
  MachineId client_ = 0;
  MachineId server_machine_ = 0;
  std::vector<StorageNode> nodes_;
  std::unique_ptr<Server> server_;
  int requests_ = 0;
  bool waits_ = false;  // the client, for its last request
  Word request_ = 0, replicate_ = 0, sync_ = 0, ack_ = 0, timer_ = 0, choose_ = 0, data_ = 0;
};

}  // namespace

systematic::HarnessInfo ReplicatingServerHarness(MakeServer make) {
  return systematic::HarnessOf<ServerHarness>(
      "replicating_server", "a server, three storage nodes and a client with three requests",
      {.choices = 300, .heal_after = 0}, std::move(make));
}

}  // namespace replicating_server
