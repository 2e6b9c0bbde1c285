#include "quorum/systematic/model_interceptor.h"

namespace quorum::systematic {

void ModelInterceptor::Intercept(std::shared_ptr<NodeCall> call, const Next& next) {
  if (world_.Spend(&Budgets::refusals, world_.words.pass, machine_)) {
    if (world_.Choose(world_.words.pass, machine_, 2) == 0) return;  // lets go of it
    return call->Finish(NodeError{0, NodeErrorCode::kUnavailable, "refused"});
  }
  if (world_.Choose(world_.words.pass, machine_, 2) == 0) return next(std::move(call));
  const std::uint32_t number = next_++;
  held_.emplace(number, std::pair(std::move(call), next));
  world_.Enable(world_.KeyOf(world_.words.pass, machine_, number), machine_, OptionKind::kMessage,
                [this, number] {
                  auto held = held_.extract(number);
                  auto& [passed, pass_on] = held.mapped();
                  pass_on(std::move(passed));
                });
}

}  // namespace quorum::systematic
