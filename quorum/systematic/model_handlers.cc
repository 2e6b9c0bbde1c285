#include "quorum/systematic/model_handlers.h"

#include <utility>

namespace quorum::systematic {
namespace {

// What a handler does with a request.
enum Answering : std::uint64_t { kNow, kLater, kNever, kDropped, kError, kTwice, kAnswerings };

}  // namespace

std::string AnswerOf(NodeId node, const std::string& request) {
  return std::to_string(node) + " to " + request;
}

ModelHandlers::ModelHandlers(World& world, MachineId machine, NodeId node, Arrived arrived)
    : world_(world), machine_(machine), node_(node), arrived_(std::move(arrived)) {
  auto dispatcher = std::make_shared<Dispatcher>();
  for (const Method& method : {kAsk, kTell}) {
    dispatcher->Add<Text, Text>(method, [this](const Text& request, Respond<Text> respond) {
      Handle(request, std::move(respond));
    });
  }
  dispatcher_ = std::move(dispatcher);
}

void ModelHandlers::Handle(const Text& request, Respond<Text> respond) {
  arrived_(node_, request.text());
  Text answer;
  answer.set_text(AnswerOf(node_, request.text()));
  const NodeError error{node_, NodeErrorCode::kRemote, "it does not want to"};
  if (!world_.MaySpend(&Budgets::oddities)) return respond(NodeResult<Text>::Ok(answer));
  const std::uint64_t answering = world_.Choose(world_.words.answer, machine_, kAnswerings);
  if (answering != kNow) world_.Spend(&Budgets::oddities);
  switch (answering) {
    case kNow:
      return respond(NodeResult<Text>::Ok(answer));
    case kDropped:
      return;
    case kError:
      return respond(NodeResult<Text>::Failed(error));
    case kTwice:
      respond(NodeResult<Text>::Ok(answer));
      return respond(NodeResult<Text>::Failed(error));
    case kNever:
      parked_.emplace(next_++, std::move(respond));
      return;
    default:
      break;
  }
  const std::uint32_t number = next_++;
  parked_.emplace(number, std::move(respond));
  world_.Enable(world_.KeyOf(world_.words.answer, machine_, number), machine_, OptionKind::kMessage,
                [this, number, answer = std::move(answer)] {
                  const auto late = parked_.extract(number);
                  late.mapped()(NodeResult<Text>::Ok(answer));
                });
}

void ModelHandlers::DropAnswers() {
  while (!parked_.empty()) parked_.extract(parked_.begin());
}

}  // namespace quorum::systematic
