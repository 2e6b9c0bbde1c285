#include "examples/systematic/support/messages.h"

namespace support {

using systematic::Key;
using systematic::MachineId;
using systematic::OptionKind;
using systematic::Step;
using systematic::Word;

Messages::Messages(systematic::Scheduler& scheduler, Order order)
    : scheduler_(scheduler), order_(order), deliver_(scheduler.Intern("deliver")) {}

void Messages::Send(MachineId from, MachineId to, Word what, Step handle) {
  const Word sender = scheduler_.MachineName(from);
  const Word receiver = scheduler_.MachineName(to);
  const Key key{deliver_, sender, receiver,
                what,     0,      scheduler_.NextOrdinal(sender, receiver, what)};
  if (order_ == Order::kAny) {
    scheduler_.Enable(key, to, OptionKind::kMessage, std::move(handle));
    return;
  }
  auto& waiting = under_way_[{from, to}];
  waiting.push_back({key, std::move(handle)});
  if (waiting.size() == 1) EnableFirst({from, to});
}

void Messages::EnableFirst(const Link& link) {
  scheduler_.Enable(under_way_[link].front().key, link.second, OptionKind::kMessage,
                    [this, link] { HandleFirst(link); });
}

void Messages::HandleFirst(const Link& link) {
  auto& waiting = under_way_[link];
  Step handle = std::move(waiting.front().handle);
  waiting.pop_front();
  if (!waiting.empty()) EnableFirst(link);
  handle();
}

}  // namespace support
