#include "adapter/systems/quorum/call_network.h"

#include <chrono>
#include <future>
#include <utility>

#include "adapter/systems/quorum/call_witness.h"
#include "adapter/systems/quorum/scripted.quorum.h"

namespace adapter {
namespace {

using quorum::NodeError;
using quorum::NodeId;
using quorum::NodeResult;
using quorum::Respond;
using scripted::Text;

// A server: puts what it is asked on the board, and answers when it is told to.
class ScriptedServer : public scripted::ScriptedHandlers {
 public:
  ScriptedServer(NodeId node, std::shared_ptr<CallBoard> board)
      : node_(node), board_(std::move(board)) {}

  void Call(const Text& request, Respond<Text> respond) override { Ask(request, respond); }
  void CallEach(const Text& request, Respond<Text> respond) override { Ask(request, respond); }
  void CallApart(const Text& request, Respond<Text> respond) override { Ask(request, respond); }
  void Improve(const Text& request, Respond<Text> respond) override { Ask(request, respond); }
  void ImproveEach(const Text& request, Respond<Text> respond) override { Ask(request, respond); }
  void Tell(const Text& request) override { Told(request); }
  void TellEach(const Text& request) override { Told(request); }
  void TellOne(const Text& request) override { Told(request); }
  void Ping(const Text& request, Respond<Text> respond) override {
    respond(NodeResult<Text>::Ok(request));
  }
  void Garble(const Text& request, Respond<scripted::Garbage> respond) override {
    Ask<scripted::Garbage>(request, respond, [](const std::string&) {
      scripted::Garbage garbage;
      garbage.set_count("\xff");
      return garbage;
    });
  }

 private:
  void Ask(const Text& request, const Respond<Text>& respond) {
    Ask<Text>(request, respond, [](const std::string& text) {
      Text reply;
      reply.set_text(text);
      return reply;
    });
  }

  template <class Reply>
  void Ask(const Text& request, const Respond<Reply>& respond,
           Reply (*reply_of)(const std::string&)) {
    const auto key = board_->KeyOf(request.text(), node_);
    if (!key) return;
    board_->OnRequest(*key, [respond, reply_of, text = board_->ReplyTo(request.text(), node_)](
                                const CallBoard::Result& error) {
      respond(error ? NodeResult<Reply>::Failed(*error) : NodeResult<Reply>::Ok(reply_of(text)));
    });
  }

  void Told(const Text& message) {
    const auto key = board_->KeyOf(message.text(), node_);
    if (key) board_->OnTold(*key);
  }

  const NodeId node_;
  const std::shared_ptr<CallBoard> board_;
};

std::shared_ptr<grpc::ServerCredentials> ServerCredentials(NetworkKind::Protection protection,
                                                           quorum::TlsFiles tls) {
  if (protection == NetworkKind::Protection::kNone) return nullptr;
  if (protection == NetworkKind::Protection::kTls) tls.ca.clear();
  return quorum::TlsServerCredentials(tls);
}

std::shared_ptr<grpc::ChannelCredentials> ClientCredentials(NetworkKind::Protection protection,
                                                            const quorum::TlsFiles& tls) {
  if (protection == NetworkKind::Protection::kNone) return nullptr;
  if (protection == NetworkKind::Protection::kTls)
    return quorum::TlsChannelCredentials({tls.ca, "", ""});
  return quorum::TlsChannelCredentials(tls);
}

}  // namespace

CallNetwork::CallNetwork(const NetworkKind& kind, const Certificates& certificates)
    : kind_(kind), certificates_(certificates), servers_(static_cast<std::size_t>(kind.servers)) {
  std::vector<quorum::Endpoint> endpoints;
  for (NodeId node = 0; node < kind.servers; ++node) {
    auto dispatcher = std::make_shared<quorum::Dispatcher>();
    scripted::AddScriptedHandlers(*dispatcher, std::make_shared<ScriptedServer>(node, board_));
    handlers_.push_back(std::move(dispatcher));
    if (IsLocal(node)) {
      endpoints.push_back({node, "", nullptr, handlers_.back()});
    } else {
      Listen(node);
      endpoints.push_back({node, Address(node), nullptr});
    }
  }
  endpoints.push_back({kind.servers, Address(kind.servers), nullptr});
  const auto witness = std::make_shared<CallWitness>(board_);
  manager_ = std::make_unique<quorum::Manager>(
      endpoints,
      quorum::ManagerOptions{
          ClientCredentials(kind.protection, certificates.files()), {witness}, kind.order});
}

CallNetwork::~CallNetwork() {
  manager_ = nullptr;  // before the servers, which answer nothing by themselves
}

std::string CallNetwork::Address(NodeId node) const {
  return "unix:" + folder_ / std::to_string(node);
}

void CallNetwork::Listen(NodeId node) {
  const auto index = static_cast<std::size_t>(node);
  servers_[index] = std::make_unique<quorum::Server>(
      Address(node), handlers_[index], ServerCredentials(kind_.protection, certificates_.files()));
}

void CallNetwork::StopServer(NodeId node) { servers_[static_cast<std::size_t>(node)] = nullptr; }

bool CallNetwork::StartServer(NodeId node) {
  Listen(node);
  const scripted::ScriptedNodes nodes(manager_->All());
  const auto latest = std::chrono::steady_clock::now() + CallBoard::kPatience;
  while (std::chrono::steady_clock::now() < latest) {
    std::promise<bool> found;
    nodes.Ping(node, std::make_shared<const Text>(), {},
               [&](const NodeResult<Text>& result) { found.set_value(result.reply.has_value()); });
    if (found.get_future().get()) return true;
  }
  return false;
}

std::unique_ptr<CallNetwork> CallNetworks::Take(const NetworkKind& kind) {
  std::unique_lock lock(mutex_);
  auto unused = unused_.extract(kind);
  if (unused) return std::move(unused.mapped());
  if (certificates_ == nullptr) certificates_ = std::make_unique<const Certificates>();
  lock.unlock();
  return std::make_unique<CallNetwork>(kind, *certificates_);
}

void CallNetworks::GiveBack(std::unique_ptr<CallNetwork> network) {
  if (!network->is_reusable()) return;
  const std::lock_guard lock(mutex_);
  const NetworkKind kind = network->kind();
  unused_.emplace(kind, std::move(network));
}

}  // namespace adapter
