#include "systematic/environment/clients.h"

#include <string>

namespace systematic {

Clients::Clients(Scheduler& scheduler, Processes& processes, std::uint16_t clients,
                 Service& service)
    : scheduler_(scheduler),
      processes_(processes),
      service_(service),
      pairs_(clients * processes.size()),
      open_(processes.size()),
      ask_word_(scheduler.Intern("ask")) {
  for (std::uint16_t client = 0; client < clients; ++client) {
    clients_.push_back(scheduler.Intern("client " + std::to_string(client)));
  }
  processes.AddListener(this);
}

void Clients::Offer() {
  for (std::uint16_t client = 0; client < clients_.size(); ++client) {
    for (Node node = 0; node < processes_.size(); ++node) Offer(client, node);
  }
}

void Clients::Offer(std::uint16_t client, Node node) {
  Pair& asks = pair(client, node);
  if (!processes_.up(node) || asks.offered || asks.asked) return;
  asks.offered = true;
  ++offered_;
  ++asks.times;
  const Key key = AskKey(client, node);
  scheduler_.Enable(key, processes_.machine(node), OptionKind::kClient,
                    [this, client, node, key] { Put(client, node, key); });
}

// Of the last question.
Key Clients::AskKey(std::uint16_t client, Node node) {
  Key key;
  key.kind = ask_word_;
  key.from = clients_[client];
  key.to = processes_.word(node);
  key.ordinal = pair(client, node).times - 1;
  return key;
}

void Clients::Put(std::uint16_t client, Node node, const Key& key) {
  pair(client, node).offered = false;
  --offered_;
  pair(client, node).asked = true;
  const auto ask = static_cast<Ask>(history_.size());
  history_.push_back({client, node, scheduler_.choices(), 0, Entry::State::kOpen, ""});
  ++open_[node];
  service_.OnAsk(client, node, ask);
  processes_.StepEnded(key, node);
}

bool Clients::Answered(Ask ask, std::string_view value) {
  if (!Close(ask, Entry::State::kAnswered)) return false;
  history_[ask].answered = scheduler_.choices();
  history_[ask].value = value;
  scheduler_.Observe(value);
  return true;
}

bool Clients::Unanswered(Ask ask) {
  if (!Close(ask, Entry::State::kUnanswered)) return false;
  pair(history_[ask].client, history_[ask].node).asked = false;
  return true;
}

bool Clients::Close(Ask ask, Entry::State state) {
  Entry& entry = history_[ask];
  if (entry.state != Entry::State::kOpen) return false;
  entry.state = state;
  --open_[entry.node];
  return true;
}

void Clients::OnCrash(Node node) {
  for (Ask ask = 0; ask < history_.size(); ++ask) {
    if (history_[ask].node == node) Unanswered(ask);
  }
  for (std::uint16_t client = 0; client < clients_.size(); ++client) {
    pair(client, node).asked = false;
    if (!pair(client, node).offered) continue;
    pair(client, node).offered = false;
    --offered_;
    scheduler_.Disable(AskKey(client, node));
  }
}

}  // namespace systematic
