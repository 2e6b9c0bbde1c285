#include "systematic/environment/network.h"

#include <algorithm>
#include <utility>

namespace systematic {

Network::Network(Scheduler& scheduler, Processes& processes, Timers& timers,
                 const NetworkOptions& options, Server& server)
    : scheduler_(scheduler),
      processes_(processes),
      timers_(timers),
      left_(options),
      server_(server),
      machine_(scheduler.AddMachine("network")),
      request_word_(scheduler.Intern("request")),
      request_again_word_(scheduler.Intern("request again")),
      reply_word_(scheduler.Intern("reply")),
      reply_again_word_(scheduler.Intern("reply again")),
      deadline_word_(scheduler.Intern("deadline")),
      request_fate_word_(scheduler.Intern("fate of request")),
      reply_fate_word_(scheduler.Intern("fate of reply")),
      cut_word_(scheduler.Intern("cut")),
      mend_word_(scheduler.Intern("mend")),
      side_word_(scheduler.Intern("side of cut")),
      direction_word_(scheduler.Intern("direction of cut")) {
  processes.AddListener(this);
  UpdateFaultsLeft();
  if (left_.cuts > 0) OfferCut();
}

Network::Method Network::AddMethod(std::string_view name) {
  methods_.push_back(scheduler_.Intern(name));
  return static_cast<Method>(methods_.size() - 1);
}

void Network::Call(Node from, Node to, Method method, std::string_view request,
                   Microseconds timeout, Caller& caller, std::uint32_t token) {
  const std::uint32_t index = NewCall(from, to, method);
  CallState& call = calls_[index];
  call.caller = &caller;
  call.token = token;
  call.due = timers_.now() + timeout;
  const Fate fate = Draw(request_fate_word_, call.key, false);
  if (fate == Fate::kLost) return LetDeadlinePass(index);
  const std::uint32_t message = NewMessage(index, Stage::kRequest, request, false);
  if (fate == Fate::kTwice) NewMessage(index, Stage::kRequest, request, true);
  const bool is_slow = timers_.timed() && 2 * left_.most_delay >= timeout;
  if (fate == Fate::kLate || is_slow || Blocked(messages_[message])) LetDeadlinePass(index);
}

std::uint32_t Network::NewCall(Node from, Node to, Method method) {
  if (free_calls_.empty()) {
    free_calls_.push_back(static_cast<std::uint32_t>(calls_.size()));
    calls_.emplace_back();
  }
  const std::uint32_t index = free_calls_.back();
  free_calls_.pop_back();
  CallState& call = calls_[index];
  call = {};
  call.in_use = true;
  call.from = from;
  call.to = to;
  call.method = method;
  call.key.from = processes_.word(from);
  call.key.to = processes_.word(to);
  call.key.what = methods_[method];
  call.key.life = processes_.life(from);
  call.key.ordinal =
      scheduler_.NextOrdinal(call.key.from, call.key.to, call.key.what, call.key.life);
  return index;
}

// What befalls a message.
Network::Fate Network::Draw(Word kind, const Key& call, bool is_reply) {
  if (healed_ || !faults_left_) return Fate::kNone;
  Key key = call;
  key.kind = kind;
  const auto fate =
      static_cast<Fate>(std::min<std::uint64_t>(scheduler_.Choose(key, left_.odds), kFates));
  int* budget = nullptr;
  if (fate == Fate::kLost) budget = &left_.losses;
  if (fate == Fate::kTwice && (!is_reply || left_.reply_twice)) budget = &left_.duplicates;
  if (fate == Fate::kLate) budget = &left_.late;
  if (budget == nullptr || *budget == 0) return Fate::kNone;
  --*budget;
  UpdateFaultsLeft();
  return fate;
}

void Network::UpdateFaultsLeft() {
  faults_left_ = left_.losses > 0 || left_.duplicates > 0 || left_.late > 0;
}

std::uint32_t Network::NewMessage(std::uint32_t call, Stage stage, std::string_view bytes,
                                  bool copy) {
  if (free_messages_.empty()) {
    free_messages_.push_back(static_cast<std::uint32_t>(messages_.size()));
    messages_.emplace_back();
  }
  const std::uint32_t index = free_messages_.back();
  free_messages_.pop_back();
  Message& message = messages_[index];
  message.stage = stage;
  message.copy = copy;
  message.call = call;
  message.bytes.assign(bytes);
  ++calls_[call].exchanges;
  SetOff(index);
  return index;
}

// It is under way from now on.
void Network::SetOff(std::uint32_t index) {
  ++under_way_;
  Message& message = messages_[index];
  HoldTime(message);
  if (!Blocked(message)) EnableMessage(index);
}

void Network::HoldTime(Message& message) {
  if (!timers_.timed()) return;
  message.held = true;
  message.hold = timers_.Hold(timers_.now() + left_.most_delay);
}

// It is under way no more.
void Network::Land(Message& message) {
  --under_way_;
  message.enabled = false;
  if (message.held) timers_.Release(message.hold);
  message.held = false;
}

void Network::EnableMessage(std::uint32_t index) {
  Message& message = messages_[index];
  message.enabled = true;
  scheduler_.Enable(KeyOf(message), processes_.machine(Receiver(message)), OptionKind::kMessage,
                    [this, index] { Arrive(index); });
}

void Network::DisableMessage(Message& message) {
  if (message.enabled) scheduler_.Disable(KeyOf(message));
  message.enabled = false;
}

Key Network::KeyOf(const Message& message) const {
  Key key = calls_[message.call].key;
  if (message.stage == Stage::kRequest) {
    key.kind = message.copy ? request_again_word_ : request_word_;
  } else {
    key.kind = message.copy ? reply_again_word_ : reply_word_;
  }
  return key;
}

Node Network::Receiver(const Message& message) const {
  const CallState& call = calls_[message.call];
  return message.stage == Stage::kRequest ? call.to : call.from;
}

bool Network::Blocked(const Message& message) const {
  if (!is_cut_) return false;
  const CallState& call = calls_[message.call];
  return message.stage == Stage::kRequest ? IsCut(call.from, call.to) : IsCut(call.to, call.from);
}

void Network::Arrive(std::uint32_t index) {
  Message& message = messages_[index];
  const Key key = KeyOf(message);
  const Node receiver = Receiver(message);
  Land(message);
  // What happens next may send messages, which moves them in memory.
  arrived_.swap(message.bytes);
  scheduler_.Observe(arrived_);
  if (message.stage == Stage::kRequest) {
    ArriveAtServer(index);
  } else {
    ArriveAtCaller(index);
  }
  processes_.StepEnded(key, receiver);
}

void Network::ArriveAtServer(std::uint32_t index) {
  Message& message = messages_[index];
  const CallState call = calls_[message.call];
  message.stage = Stage::kHandling;
  if (!processes_.up(call.to)) return Respond(index, Stage::kRefusal, {});
  const Exchange exchange = std::uint64_t{message.generation} << 32 | index;
  server_.OnRequest(exchange, call.from, call.to, call.method, arrived_);
  if (Handled(exchange) != nullptr) LetDeadlinePass(messages_[index].call);
}

void Network::Answer(Exchange exchange, std::string_view reply) {
  if (Handled(exchange) == nullptr) return;
  Respond(static_cast<std::uint32_t>(exchange), Stage::kReply, reply);
}

void Network::Refuse(Exchange exchange) {
  if (Handled(exchange) == nullptr) return;
  Respond(static_cast<std::uint32_t>(exchange), Stage::kRefusal, {});
}

const Network::Message* Network::Handled(Exchange exchange) const {
  const Message& message = messages_[static_cast<std::uint32_t>(exchange)];
  const bool is_it = message.generation == exchange >> 32 && message.stage == Stage::kHandling;
  return is_it ? &message : nullptr;
}

void Network::Respond(std::uint32_t index, Stage stage, std::string_view bytes) {
  Message& message = messages_[index];
  const std::uint32_t call = message.call;
  const bool is_wanted =
      calls_[call].caller != nullptr && (!calls_[call].ended || left_.reply_twice);
  Fate fate = is_wanted ? Fate::kNone : Fate::kLost;
  if (is_wanted && !message.copy) fate = Draw(reply_fate_word_, calls_[call].key, true);
  if (fate == Fate::kLost) {
    FreeMessage(index);
    return Settle(call);
  }
  message.stage = stage;
  message.bytes.assign(bytes);
  const bool is_late = fate == Fate::kLate || Blocked(message);
  const bool is_copy = message.copy;
  SetOff(index);
  if (fate == Fate::kTwice && !is_copy && calls_[call].exchanges == 1) {
    NewMessage(call, stage, bytes, true);
  }
  if (is_late) LetDeadlinePass(call);
}

void Network::ArriveAtCaller(std::uint32_t index) {
  const Message& message = messages_[index];
  const std::uint32_t call = message.call;
  const CallEnd end = message.stage == Stage::kReply ? CallEnd::kReply : CallEnd::kNobody;
  FreeMessage(index);
  EndCall(call, end);
}

// The caller hears of the end, with the bytes that arrived.
void Network::EndCall(std::uint32_t index, CallEnd end) {
  CallState& call = calls_[index];
  DropDeadline(call);
  const bool hears = call.caller != nullptr && (!call.ended || left_.reply_twice);
  Caller* const caller = call.caller;
  const std::uint32_t token = call.token;
  call.ended = true;
  Settle(index);
  if (hears) caller->OnCallEnd(token, end, end == CallEnd::kReply ? arrived_ : std::string_view());
}

// From now on the deadline may pass; with time on it passes when it is due.
void Network::LetDeadlinePass(std::uint32_t index) {
  CallState& call = calls_[index];
  if (call.has_deadline || call.ended || call.caller == nullptr) return;
  call.has_deadline = true;
  if (timers_.timed()) {
    const Microseconds delay = std::max<Microseconds>(call.due - timers_.now(), 0);
    call.timer = timers_.Start(call.from, deadline_word_, delay, [this, index] {
      calls_[index].has_deadline = false;
      EndCall(index, CallEnd::kDeadline);
    });
    return;
  }
  call.timer = 0;
  scheduler_.Enable(DeadlineKey(call), processes_.machine(call.from), OptionKind::kTimer,
                    [this, index] {
                      const Key key = DeadlineKey(calls_[index]);
                      const Node node = calls_[index].from;
                      calls_[index].has_deadline = false;
                      EndCall(index, CallEnd::kDeadline);
                      processes_.StepEnded(key, node);
                    });
}

void Network::DropDeadline(CallState& call) {
  if (!call.has_deadline) return;
  call.has_deadline = false;
  // One that began before time was on has no timer.
  if (!scheduler_.Disable(DeadlineKey(call))) timers_.Cancel(call.timer);
}

Key Network::DeadlineKey(const CallState& call) const {
  Key key = call.key;
  key.kind = deadline_word_;
  return key;
}

void Network::FreeMessage(std::uint32_t index) {
  Message& message = messages_[index];
  message.stage = Stage::kFree;
  ++message.generation;
  free_messages_.push_back(index);
  --calls_[message.call].exchanges;
}

// When nothing of a call is under way, only its deadline can end it; when that has passed as well,
// or nobody waits, the call is over.
void Network::Settle(std::uint32_t index) {
  CallState& call = calls_[index];
  if (!call.in_use || call.exchanges > 0 || call.has_deadline) return;
  if (!call.ended && call.caller != nullptr) return LetDeadlinePass(index);
  call.in_use = false;
  free_calls_.push_back(index);
}

void Network::OnCrash(Node node) {
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    CallState& call = calls_[i];
    if (!call.in_use || call.from != node || call.caller == nullptr) continue;
    DropDeadline(call);
    call.caller = nullptr;
  }
  for (std::uint32_t i = 0; i < messages_.size(); ++i) {
    Message& message = messages_[i];
    if (message.stage == Stage::kHandling && calls_[message.call].to == node) {
      Respond(i, Stage::kRefusal, {});  // the connection breaks
    } else if ((message.stage == Stage::kReply || message.stage == Stage::kRefusal) &&
               calls_[message.call].from == node) {
      DisableMessage(message);
      Land(message);
      FreeMessage(i);
    }
  }
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    if (calls_[i].from == node && calls_[i].caller == nullptr) Settle(i);
  }
}

void Network::Heal() {
  healed_ = true;
  if (is_cut_) Mend();
  Key key;
  key.kind = cut_word_;
  scheduler_.Disable(key);
  for (Message& message : messages_) {
    if (message.enabled && !message.held) HoldTime(message);
  }
  if (!timers_.timed()) return;
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    if (!calls_[i].in_use || !calls_[i].has_deadline) continue;
    DropDeadline(calls_[i]);
    LetDeadlinePass(i);
  }
}

}  // namespace systematic
