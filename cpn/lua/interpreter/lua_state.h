// One Lua interpreter for untrusted code: limited memory, limited work, and every failure ends as a
// ModelError that blames a line of the model.
//
// Invariants:
//  1. Model code runs only inside Protect(). Inside, errors of Lua and ModelErrors unwind the C++
//     frames in between (the library linked is the one built as C++), so objects are destroyed.
//  2. A C function that Lua calls lets no C++ exception out: Guarded<F> turns them into Lua errors.
//  3. Each outermost Protect() starts with the full budget of instructions and work.
//  4. Model code can catch what it raised itself (RaiseValue), and nothing else.
//  5. Model code does not run on when the budget of the program has stopped it: that leaves
//     Protect() as a base::StopError, and so does memory that the program cannot have.
// Thread safety: one thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <lua.hpp>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/budget.h"
#include "cpn/lua/interpreter/limits.h"
#include "cpn/lua/text/source.h"
#include "cpn/values/error.h"

namespace cpn::lua {

struct ModelState;

class LuaState {
 public:
  /// `model` is what model() gives; `sources` must outlive the interpreter.
  /// `describe` says in messages what a value is (describe.h).
  LuaState(ModelState* model, const Sources* sources, const ModelLimits& limits,
           std::string (*describe)(lua_State* L, int index));
  ~LuaState();
  LuaState(const LuaState&) = delete;
  LuaState& operator=(const LuaState&) = delete;

  /// Model code obeys `budget`, which must outlive the interpreter, from here on; null: none.
  void Obey(const base::Budget* budget) { budget_ = budget; }

  lua_State* get() const { return L_; }
  /// The model that the interpreter belongs to: cpn/lua/run/model_state.h.
  ModelState* model() const { return model_; }
  const Sources& sources() const { return *sources_; }

  /// Runs body(L) so that errors in it arrive here. Throws ModelError for all of them, and
  /// StopError (invariant 5).
  template <typename Body>
  void Protect(Body&& body) {
    using Plain = std::remove_reference_t<Body>;
    Run([](void* b, lua_State* L) { (*static_cast<Plain*>(b))(L); }, &body);
  }

  /// Takes `work` units (about an instruction each) from the budget.
  void Charge(lua_State* L, std::size_t work) {
    work_ += work;
    if (work_ > instruction_limit_) FailLimit(L);
  }

  /// The line of the model that is running: the first Lua frame at or above `level` that has one.
  SourceLocation Blame(lua_State* L, int level = 0) const;
  /// The line of the model that is running, and the column where the running function reads the
  /// global `name` on it.
  SourceLocation BlameName(lua_State* L, std::string_view name) const;
  /// Throws a ModelError that blames the running line.
  [[noreturn]] void Fail(lua_State* L, std::string message) const;
  /// Throws a ModelError that blames the running line and points at `name` on it.
  [[noreturn]] void FailAt(lua_State* L, std::string_view name, std::string message) const;

  /// Raises the value on the top of the stack: the innermost CallAndCatch() around takes it;
  /// without one it is an error of the running line. Never returns.
  int RaiseValue(lua_State* L);
  /// Calls the function on the top of the stack. True: its result is there instead; false: the
  /// value that it raised. Everything else that goes wrong, limits above all, goes on.
  bool CallAndCatch(lua_State* L);

  /// Why Lua refuses a text: its grammar, or a limit (of its compiler: nesting, labels, ...; of the
  /// model: memory, the largest string).
  struct Refusal {
    bool limit = false;
    std::string message;
    std::size_t read = 0;  ///< characters of the text that Lua had read when it stopped
  };
  /// Compiles `before` + `text` + `after` as the chunk `name`, and pushes its function. When Lua
  /// refuses it: pushes nothing, and returns why. Throws base::StopError when the program's memory
  /// runs out.
  std::optional<Refusal> LoadText(lua_State* L, std::string_view before, std::string_view text,
                                  std::string_view after, const std::string& name);

  /// For Guarded: `error` goes on as a Lua error; never returns.
  int Raise(lua_State* L, const ModelError& error);
  /// For Guarded: the same of a stop.
  int Raise(lua_State* L, const base::StopError& stop);

 private:
  using Function = void (*)(void*, lua_State*);
  void Run(Function body, void* argument);
  static void* Allocate(void* self, void* block, std::size_t old_size, std::size_t new_size);
  static void CountHook(lua_State* L, lua_Debug* ar);
  static int Enter(lua_State* L);
  static int HandleError(lua_State* L);
  /// Throws StopError when that is what happened.
  ModelError TakeFailure(int status);
  enum class Refuser : std::uint8_t { kModelLimit, kProgram };
  void RecordRefusal(Refuser who);
  bool IsTooLong(std::size_t string_size);
  void ChargeMemory(std::size_t bytes);
  /// Instructions between two calls of CountHook().
  int HookStep() const;
  void CheckCallSize(lua_State* L) const;
  [[noreturn]] void FailLimit(lua_State* L) const;

  ModelState* model_;
  const Sources* sources_;
  const base::Budget* budget_ = nullptr;
  std::size_t memory_limit_;
  std::size_t memory_used_ = 0;
  std::uint32_t instruction_limit_;
  std::string (*describe_)(lua_State* L, int index);
  std::size_t largest_string_;
  std::uint64_t work_ = 0;
  std::uint64_t instructions_ = 0;  ///< counted by the hook
  /// What an instruction counts: Lua compares and copies strings as one instruction, and there is
  /// one that long.
  std::uint64_t instruction_cost_ = 1;
  bool string_refused_ = false;  ///< the last memory that was refused was for a string
  int depth_ = 0;
  int catching_ = 0;  ///< calls of CallAndCatch() inside the innermost Protect()
  std::optional<ModelError> failure_;
  std::optional<base::StopError> stop_;
  Refuser refuser_ = Refuser::kModelLimit;  ///< of the last allocation that failed
  /// Where memory ran out; a fixed buffer because there is none to allocate.
  std::array<char, 256> refused_file_{};
  int refused_line_ = 0;
  lua_State* L_ = nullptr;
};

/// The interpreter that runs `L`.
inline LuaState& StateOf(lua_State* L) { return **static_cast<LuaState**>(lua_getextraspace(L)); }

/// Makes a function for Lua of one that may throw.
template <int (*Body)(lua_State*)>
int Guarded(lua_State* L) {
  std::optional<ModelError> error;
  std::optional<base::StopError> stop;
  try {
    return Body(L);
  } catch (const ModelError& e) {
    error = e;
  } catch (const base::StopError& e) {
    stop = e;
  } catch (const std::bad_alloc&) {
    stop = base::StopError(base::StopReason::kMaxMemory);
  } catch (const std::exception& e) {
    error = ModelError(StateOf(L).Blame(L), e.what());
  }
  return stop ? StateOf(L).Raise(L, *stop) : StateOf(L).Raise(L, *error);
}

}  // namespace cpn::lua
