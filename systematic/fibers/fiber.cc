#include "systematic/fibers/fiber.h"

#include <cxxabi.h>

#include <boost/context/fiber.hpp>
#include <cassert>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "systematic/fibers/sanitizers.h"
#include "systematic/fibers/stack.h"

namespace systematic::fibers {
namespace {

// The exceptions that a thread handles and those that fly, as the Itanium C++ ABI keeps them.
struct Exceptions {
  void* caught = nullptr;
  unsigned int uncaught = 0;
};

// Has the thread go on with `exceptions`, which become those that it had.
void SwapExceptions(Exceptions& exceptions) {
  void* const globals = abi::__cxa_get_globals();
  Exceptions mine;
  std::memcpy(&mine, globals, sizeof mine);
  std::memcpy(globals, &exceptions, sizeof exceptions);
  exceptions = mine;
}

// Gives a context the stack that its fiber owns.
struct OwnStack {
  boost::context::stack_context allocate() const {
    boost::context::stack_context context;
    context.size = Stack::kSize;
    context.sp = top;
    return context;
  }
  void deallocate(boost::context::stack_context&) const noexcept {}
  void* top;
};

}  // namespace

struct Fiber::State {
  boost::context::fiber Run(boost::context::fiber&& caller);
  void Begin();

  std::function<void()> function;
  std::optional<Stack> stack;  // while it is needed
  boost::context::fiber inside;
  boost::context::fiber outside;
  bool ended = false;
  Exceptions exceptions;
  void* inside_kept = nullptr;
  void* outside_kept = nullptr;
  const void* outside_bottom = nullptr;
  std::size_t outside_size = 0;
  Traced inside_traced;
  Traced outside_traced;
};

void Fiber::State::Begin() {
  stack.emplace();
  inside = boost::context::fiber(
      std::allocator_arg, OwnStack{stack->top()},
      [this](boost::context::fiber&& caller) { return Run(std::move(caller)); });
  inside_traced.Create();
}

boost::context::fiber Fiber::State::Run(boost::context::fiber&& caller) {
  outside = std::move(caller);
  Arrive(nullptr, &outside_bottom, &outside_size);
  function();
  function = nullptr;  // what it holds goes here, where it may stop, too
  ended = true;
  Leave(nullptr, outside_bottom, outside_size);
  outside_traced.SwitchTo();
  return std::move(outside);
}

Fiber::Fiber(std::function<void()> function) : state_(std::make_unique<State>()) {
  state_->function = std::move(function);
}

Fiber::~Fiber() {
  if (!state_->stack) return;
  NeverLeaks(state_->stack->bottom(), Stack::kSize);
  KeepForEver(std::shared_ptr<State>(std::move(state_)));
}

void Fiber::Resume() {
  State& state = *state_;
  assert(!state.ended);
  if (!state.stack) state.Begin();
  SwapExceptions(state.exceptions);
  state.outside_traced.TakeCurrent();
  Leave(&state.outside_kept, state.stack->bottom(), Stack::kSize);
  state.inside_traced.SwitchTo();
  state.inside = std::move(state.inside).resume();
  Arrive(state.outside_kept, nullptr, nullptr);
  SwapExceptions(state.exceptions);
  if (!state.ended) return;
  state.inside_traced.Destroy();
  state.stack.reset();
}

void Fiber::Suspend() {
  State& state = *state_;
  Leave(&state.inside_kept, state.outside_bottom, state.outside_size);
  state.outside_traced.SwitchTo();
  state.outside = std::move(state.outside).resume();
  Arrive(state.inside_kept, &state.outside_bottom, &state.outside_size);
}

bool Fiber::ended() const { return state_->ended; }

void KeepForEver(std::shared_ptr<void> object) {
  static std::mutex mutex;
  static auto* const objects = new std::vector<std::shared_ptr<void>>;
  const std::lock_guard lock(mutex);
  objects->push_back(std::move(object));
}

}  // namespace systematic::fibers
