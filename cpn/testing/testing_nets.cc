#include "cpn/testing/testing_nets.h"

namespace cpn::testing {
namespace {

std::vector<MultiSetEntry> EachOf(ModelBuilder& b, ColourSetId set) {
  std::vector<MultiSetEntry> tokens;
  for (const Value v : *b.colour_sets.Enumerate(set, b)) tokens.push_back({v, 1});
  return tokens;
}

}  // namespace

void BuildPhilosophers(ModelBuilder& b, std::int64_t n) {
  const ColourSetId id = b.Range("Id", 0, n - 1);
  ModuleBuilder top = b.Top();
  const auto thinking = top.Place("Thinking", id, EachOf(b, id));
  const auto waiting = top.Place("Waiting", id);
  const auto eating = top.Place("Eating", id);
  const auto forks = top.Place("Forks", id, EachOf(b, id));
  const FunctionId right = b.ComputeFunction(
      {"p"}, [&b, n](Arguments a) { return b.values.Int((b.values.AsInt(a[0]) + 1) % n); });

  TransitionBuilder take_left = top.Transition("TakeLeft");
  Pattern p = take_left.Var("p", id);
  take_left.Input(thinking, {p}).Input(forks, {p}).Output(waiting, {p});
  TransitionBuilder take_right = top.Transition("TakeRight");
  p = take_right.Var("p", id);
  take_right.Input(waiting, {p}).Input(forks, {Computed(right)}).Output(eating, {p});
  TransitionBuilder release = top.Transition("Release");
  p = release.Var("p", id);
  release.Input(eating, {p}).Output(thinking, {p}).Output(forks, {p, Computed(right)});
}

void BuildProducersConsumers(ModelBuilder& b, const ProducersConsumers& size) {
  const ColourSetId unit = b.Unit();
  const ColourSetId producer = b.Range("Producer", 1, size.producers);
  const ColourSetId consumer = b.Range("Consumer", 1, size.consumers);
  const ColourSetId value = b.Range("Value", 1, size.values);
  const ColourSetId made = b.Product("Made", {producer, value});
  const ColourSetId got = b.Product("Got", {consumer, value});
  ModuleBuilder top = b.Top();
  const auto idle = top.Place("Idle", producer, EachOf(b, producer));
  const auto ready = top.Place("Ready", made);
  const auto buffer = top.Place("Buffer", value);
  const auto free = top.Place("Free", unit, {{b.values.Unit(), size.capacity}});
  const auto waiting = top.Place("Waiting", consumer, EachOf(b, consumer));
  const auto have = top.Place("Have", got);
  const Pattern slot = Constant(b.values.Unit());

  TransitionBuilder produce = top.Transition("Produce");
  Pattern p = produce.Var("p", producer);
  Pattern v = produce.Var("v", value);
  produce.Input(idle, {p}).Output(ready, {Tuple({p, v})});
  TransitionBuilder put = top.Transition("Put");
  p = put.Var("p", producer);
  v = put.Var("v", value);
  put.Input(ready, {Tuple({p, v})}).Input(free, {slot}).Output(idle, {p}).Output(buffer, {v});
  TransitionBuilder get = top.Transition("Get");
  Pattern c = get.Var("c", consumer);
  v = get.Var("v", value);
  get.Input(buffer, {v}).Input(waiting, {c}).Output(have, {Tuple({c, v})}).Output(free, {slot});
  TransitionBuilder consume = top.Transition("Consume");
  c = consume.Var("c", consumer);
  v = consume.Var("v", value);
  consume.Input(have, {Tuple({c, v})}).Output(waiting, {c});
}

void BuildDataBase(ModelBuilder& b, std::int64_t n) {
  const ColourSetId unit = b.Unit();
  const ColourSetId site = b.Range("Site", 1, n);
  const ColourSetId message = b.Product("Message", {site, site});
  const auto others = [&b, n](std::int64_t from) {
    std::vector<MultiSetEntry> messages;
    for (std::int64_t to = 1; to <= n; ++to) {
      if (to == from) continue;
      messages.push_back(
          {b.values.Tuple(std::vector<Value>{b.values.Int(from), b.values.Int(to)}), 1});
    }
    return messages;
  };
  std::vector<MultiSetEntry> sites;
  std::vector<MultiSetEntry> messages;
  for (std::int64_t s = 1; s <= n; ++s) {
    sites.push_back({b.values.Int(s), 1});
    for (const MultiSetEntry& m : others(s)) messages.push_back(m);
  }
  ModuleBuilder top = b.Top();
  const auto passive = top.Place("Passive", unit, b.Tokens({b.values.Unit()}));
  const auto active = top.Place("Active", unit);
  const auto inactive = top.Place("Inactive", site, sites);
  const auto waiting = top.Place("Waiting", site);
  const auto performing = top.Place("Performing", site);
  const auto unused = top.Place("Unused", message, messages);
  const auto sent = top.Place("Sent", message);
  const auto received = top.Place("Received", message);
  const auto acknowledged = top.Place("Acknowledged", message);
  const Pattern token = Constant(b.values.Unit());
  const FunctionId mes =
      b.MultiSetFunction({"s"}, [&b, others](Arguments a) { return others(b.values.AsInt(a[0])); });

  TransitionBuilder update = top.Transition("UpdateAndSend");
  Pattern s = update.Var("s", site);
  update.Input(passive, {token}).Output(active, {token}).Input(inactive, {s}).Output(waiting, {s});
  update.Input(unused, {Bag(mes)}).Output(sent, {Bag(mes)});
  TransitionBuilder receive = top.Transition("Receive");
  s = receive.Var("s", site);
  Pattern r = receive.Var("r", site);
  receive.Input(sent, {Tuple({s, r})}).Output(received, {Tuple({s, r})});
  receive.Input(inactive, {r}).Output(performing, {r});
  TransitionBuilder acknowledge = top.Transition("Acknowledge");
  s = acknowledge.Var("s", site);
  r = acknowledge.Var("r", site);
  acknowledge.Input(received, {Tuple({s, r})}).Output(acknowledged, {Tuple({s, r})});
  acknowledge.Input(performing, {r}).Output(inactive, {r});
  TransitionBuilder finish = top.Transition("Finish");
  s = finish.Var("s", site);
  finish.Input(active, {token}).Output(passive, {token}).Input(waiting, {s}).Output(inactive, {s});
  finish.Input(acknowledged, {Bag(mes)}).Output(unused, {Bag(mes)});
}

}  // namespace cpn::testing
