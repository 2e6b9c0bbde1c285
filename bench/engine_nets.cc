#include "bench/engine_nets.h"

namespace bench {

using cpn::ColourSetId;
using cpn::FunctionId;
using cpn::MultiSetEntry;
using cpn::Pattern;
using cpn::testing::Arguments;
using cpn::testing::Computed;
using cpn::testing::Constant;
using cpn::testing::ModelBuilder;
using cpn::testing::ModuleBuilder;
using cpn::testing::TransitionBuilder;
using cpn::testing::Tuple;

namespace {

std::vector<MultiSetEntry> EachOf(ModelBuilder& b, ColourSetId set) {
  std::vector<MultiSetEntry> tokens;
  for (const cpn::Value v : *b.colour_sets.Enumerate(set, b)) tokens.push_back({v, 1});
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

}  // namespace bench
