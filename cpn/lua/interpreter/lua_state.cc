#include "cpn/lua/interpreter/lua_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "cpn/lua/interpreter/chunk_name.h"

namespace cpn::lua {
namespace {

/// What Raise() throws through Lua; the error itself waits in failure_.
const char kSentinel = 0;
/// What RaiseValue() throws through Lua; the value itself waits under this key in the registry.
const char kRaised = 0;

/// For what Lua says when functions, or its compiler, nest too deeply.
constexpr char kTooManyCalls[] = "calls nest too deeply (a recursion without end?)";
constexpr char kTooDeep[] =
    "nested too deeply; parentheses, tables, operators, blocks and functions nest at most about "
    "190 deep";

/// Gives Lua's compiler a text, the middle part one character at a time, so that it is known how
/// far it came.
struct TextReader {
  std::string_view before;
  std::string_view text;
  std::string_view after;
  std::size_t read = 0;  ///< characters of `text`

  static const char* Next(lua_State*, void* self, std::size_t* size) {
    auto* reader = static_cast<TextReader*>(self);
    std::string_view* part = &reader->before;
    if (part->empty() && reader->read < reader->text.size()) {
      *size = 1;
      return &reader->text[reader->read++];
    }
    if (part->empty()) part = &reader->after;
    *size = part->size();
    return std::exchange(*part, {}).data();
  }
};

/// Instructions between two looks at how much was used: about a millisecond.
constexpr std::uint32_t kHookEvery = 100'000;
/// Blocks of memory from that size on cost more than the instruction that asks for them.
constexpr std::size_t kLargeBlock = 1024;
/// Bytes of a block that are filled in the time of an instruction.
constexpr std::size_t kCopiedBytesPerStep = 64;
/// What Lua needs for a string beside its bytes.
constexpr std::size_t kStringHeader = 25;
/// Up to this length two strings are compared in less than a microsecond.
constexpr std::size_t kLongString = 16'384;
/// Values in place of `...` that a function is called with.
constexpr int kMostExtraArguments = 5'000;

bool IsModelFrame(const lua_Debug& frame) {
  return frame.source[0] == '@' && frame.currentline > 0;
}

/// From here on an allocation asks the budget.
constexpr std::size_t kAsked = std::size_t{1} << 20;

/// The name that Lua's message is about: "attempt to index a nil value (local 'x')" -> x.
std::string_view NameIn(std::string_view message) {
  const std::size_t open = message.rfind(" '");
  if (open == std::string_view::npos || !message.ends_with("')")) return {};
  return message.substr(open + 2, message.size() - open - 4);
}

/// Lines after the first are set in, so that none of them reads as an error of its own.
std::string WithLinesSetIn(std::string_view message) {
  std::string text;
  text.reserve(message.size());
  for (const char c : message) {
    text += c;
    if (c == '\n') text += "  ";
  }
  return text;
}

}  // namespace

LuaState::LuaState(ModelState* model, const Sources* sources, const ModelLimits& limits,
                   std::string (*describe)(lua_State* L, int index))
    : model_(model),
      sources_(sources),
      memory_limit_(limits.memory),
      // Lua counts hooks in an int.
      instruction_limit_(std::min(limits.instructions, std::uint32_t{2'000'000'000})),
      describe_(describe),
      largest_string_(limits.string) {
  L_ = lua_newstate(Allocate, this);
  if (!L_) throw ModelError({}, "the memory limit is too small for an empty model");
  *static_cast<LuaState**>(lua_getextraspace(L_)) = this;
}

LuaState::~LuaState() { lua_close(L_); }

void LuaState::Run(Function body, void* argument) {
  struct Depth {
    int* depth;
    int* catching;
    int outer;
    ~Depth() {
      --*depth;
      *catching = outer;
    }
  };
  if (budget_ != nullptr) budget_->Check();
  if (depth_ == 0) {
    work_ = 0;
    instructions_ = 0;
    lua_sethook(L_, CountHook, LUA_MASKCOUNT, HookStep());
  }
  ++depth_;
  const Depth leave{&depth_, &catching_, catching_};
  catching_ = 0;
  std::pair<Function, void*> call(body, argument);
  const int top = lua_gettop(L_);
  if (!lua_checkstack(L_, 8)) throw ModelError(Blame(L_), "too many nested calls");
  lua_pushcfunction(L_, HandleError);
  lua_pushcfunction(L_, Enter);
  lua_pushlightuserdata(L_, &call);
  const int status = lua_pcall(L_, 1, 0, top + 1);
  lua_settop(L_, top);
  if (status != LUA_OK) throw TakeFailure(status);
}

int LuaState::Enter(lua_State* L) {
  const auto call = *static_cast<std::pair<Function, void*>*>(lua_touserdata(L, 1));
  lua_settop(L, 0);
  std::optional<ModelError> error;
  std::optional<base::StopError> stop;
  try {
    call.first(call.second, L);
    return 0;
  } catch (const ModelError& e) {
    error = e;
  } catch (const base::StopError& e) {
    stop = e;
  } catch (const std::bad_alloc&) {
    stop = base::StopError(base::StopReason::kMaxMemory);
  } catch (const std::exception& e) {
    error = ModelError({}, e.what());
  }
  if (stop) return StateOf(L).Raise(L, *stop);
  // Where it is to blame is the business of who called Protect().
  StateOf(L).failure_ = *error;
  lua_pushlightuserdata(L, const_cast<char*>(&kSentinel));
  return lua_error(L);
}

int LuaState::Raise(lua_State* L, const ModelError& error) {
  const bool placed = !error.where().file.empty();
  failure_ = placed ? error : ModelError(Blame(L), error.message());
  lua_pushlightuserdata(L, const_cast<char*>(&kSentinel));
  return lua_error(L);
}

int LuaState::Raise(lua_State* L, const base::StopError& stop) {
  stop_ = stop;
  lua_pushlightuserdata(L, const_cast<char*>(&kSentinel));
  return lua_error(L);
}

int LuaState::RaiseValue(lua_State* L) {
  lua_rawsetp(L, LUA_REGISTRYINDEX, &kRaised);
  lua_pushlightuserdata(L, const_cast<char*>(&kRaised));
  return lua_error(L);
}

bool LuaState::CallAndCatch(lua_State* L) {
  const int base = lua_gettop(L);
  lua_pushcfunction(L, HandleError);
  lua_insert(L, base);
  ++catching_;
  const int status = lua_pcall(L, 0, 1, base);
  --catching_;
  lua_remove(L, base);
  if (status == LUA_OK) return true;
  if (status != LUA_ERRRUN) throw TakeFailure(status);
  if (lua_touserdata(L, -1) != &kRaised) lua_error(L);
  lua_pop(L, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &kRaised);
  return false;
}

std::optional<LuaState::Refusal> LuaState::LoadText(lua_State* L, std::string_view before,
                                                    std::string_view text, std::string_view after,
                                                    const std::string& name) {
  TextReader reader{before, text, after};
  const int status = lua_load(L, TextReader::Next, &reader, name.c_str(), "t");
  if (status == LUA_OK) return std::nullopt;
  if (status == LUA_ERRSYNTAX) {
    Refusal refusal{false, lua_tostring(L, -1), reader.read};
    lua_pop(L, 1);
    return refusal;
  }
  // No message is there: what the compiler's limits refuse went through HandleError; what memory
  // or the largest string refuse, through Allocate.
  lua_pop(L, 1);
  const ModelError failure = TakeFailure(status);
  const bool deep = failure.message() == kTooManyCalls;
  return Refusal{true, deep ? kTooDeep : failure.message(), reader.read};
}

int LuaState::HandleError(lua_State* L) {
  LuaState& self = StateOf(L);
  if (lua_touserdata(L, 1) == &kSentinel) return 1;
  if (lua_touserdata(L, 1) == &kRaised) {
    if (self.catching_ > 0) return 1;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &kRaised);
    self.failure_ =
        ModelError(self.Blame(L), self.describe_(L, -1) + " is raised, and handled nowhere");
    lua_pushlightuserdata(L, const_cast<char*>(&kSentinel));
    return 1;
  }
  std::string message = lua_type(L, 1) == LUA_TSTRING ? std::string(lua_tostring(L, 1))
                                                      : "error: " + self.describe_(L, 1);
  lua_Debug frame{};
  SourceLocation where;
  for (int level = 1; lua_getstack(L, level, &frame); ++level) {
    lua_getinfo(L, "Sl", &frame);
    if (!IsModelFrame(frame)) continue;
    where = LocationInChunk(frame.source, frame.currentline);
    const std::string prefix = fmt::format("{}:{}: ", frame.short_src, frame.currentline);
    if (message.starts_with(prefix)) message.erase(0, prefix.size());
    break;
  }
  message = WithLinesSetIn(message);
  if (message == "stack overflow" || message == "C stack overflow") message = kTooManyCalls;
  const std::string name(NameIn(message));
  if (!name.empty()) where = self.sources_->Text(where, name);
  self.failure_ = ModelError(where, message);
  lua_pushlightuserdata(L, const_cast<char*>(&kSentinel));
  return 1;
}

ModelError LuaState::TakeFailure(int status) {
  if (stop_) throw *std::exchange(stop_, std::nullopt);
  if (status == LUA_ERRMEM) {
    failure_.reset();
    lua_gc(L_, LUA_GCCOLLECT);
    if (refuser_ == Refuser::kProgram) throw base::StopError(base::StopReason::kMaxMemory);
    if (string_refused_) {
      return ModelError(LocationInChunk(refused_file_.data(), refused_line_),
                        fmt::format("a string of more than {} bytes", largest_string_));
    }
    return ModelError(
        LocationInChunk(refused_file_.data(), refused_line_),
        fmt::format("the model's code needs more than {} MiB of memory", memory_limit_ >> 20));
  }
  if (!failure_) return ModelError({}, "an error inside an error; too deep a recursion?");
  ModelError error = *failure_;
  failure_.reset();
  return error;
}

void* LuaState::Allocate(void* self, void* block, std::size_t old_size, std::size_t new_size) {
  auto* state = static_cast<LuaState*>(self);
  if (!block) {  // Lua passes the kind of object
    if (old_size == LUA_TSTRING &&
        new_size > kStringHeader + std::min(kLongString, state->largest_string_) &&
        state->IsTooLong(new_size - kStringHeader)) {
      return nullptr;
    }
    old_size = 0;
  }
  if (new_size == 0) {
    std::free(block);
    state->memory_used_ -= old_size;
    return nullptr;
  }
  const std::size_t used = state->memory_used_ - old_size;
  if (new_size > old_size &&
      new_size > state->memory_limit_ - std::min(used, state->memory_limit_)) {
    state->string_refused_ = false;
    state->RecordRefusal(Refuser::kModelLimit);
    return nullptr;
  }
  if (new_size >= kLargeBlock) state->ChargeMemory(new_size);
  const bool asks = state->budget_ != nullptr && new_size >= kAsked && new_size > old_size;
  const bool allowed = !asks || state->budget_->Allows(new_size - old_size);
  void* moved = allowed ? std::realloc(block, new_size) : nullptr;
  if (moved) {
    state->memory_used_ = used + new_size;
  } else {
    state->RecordRefusal(Refuser::kProgram);
  }
  return moved;
}

/// Is that too many bytes for a string? Otherwise there is one as long from now on.
bool LuaState::IsTooLong(std::size_t string_size) {
  if (string_size > largest_string_) {
    string_refused_ = true;
    RecordRefusal(Refuser::kModelLimit);
    return true;
  }
  instruction_cost_ = std::max<std::uint64_t>(instruction_cost_, string_size / kLongString + 1);
  return false;
}

/// Charges what it takes to fill so many bytes; an error, if it is one, comes with the next
/// instruction.
void LuaState::ChargeMemory(std::size_t bytes) {
  work_ += bytes / kCopiedBytesPerStep;
  if (work_ > instruction_limit_ && depth_ > 0) lua_sethook(L_, CountHook, LUA_MASKCOUNT, 1);
}

int LuaState::HookStep() const {
  return static_cast<int>(std::min(instruction_limit_, kHookEvery));
}

/// Lua copies the values of `...` with every call, as one instruction.
void LuaState::CheckCallSize(lua_State* L) const {
  constexpr int kFrames = 4;
  lua_Debug frame{};
  for (int level = 0; level < kFrames && lua_getstack(L, level, &frame); ++level) {
    if (!lua_getlocal(L, &frame, -kMostExtraArguments - 1)) continue;
    lua_pop(L, 1);
    Fail(L, fmt::format("a call with more than {} values", kMostExtraArguments));
  }
}

void LuaState::RecordRefusal(Refuser who) {
  refuser_ = who;
  // Lua collects garbage before it gives up: what that costs.
  work_ += memory_used_ / kCopiedBytesPerStep;
  refused_line_ = 0;
  refused_file_[0] = '\0';
  if (!L_) return;
  lua_Debug frame{};
  for (int level = 0; lua_getstack(L_, level, &frame); ++level) {
    lua_getinfo(L_, "Sl", &frame);
    if (!IsModelFrame(frame)) continue;
    std::strncpy(refused_file_.data(), frame.source + 1, refused_file_.size() - 1);
    refused_line_ = frame.currentline;
    return;
  }
}

void LuaState::CountHook(lua_State* L, lua_Debug*) {
  LuaState& self = StateOf(L);
  std::optional<ModelError> error;
  std::optional<base::StopError> stop;
  try {
    if (self.budget_ != nullptr) self.budget_->Check();
    self.instructions_ += static_cast<std::uint64_t>(self.HookStep()) * self.instruction_cost_;
    self.CheckCallSize(L);
    if (self.instructions_ < self.instruction_limit_ && self.work_ <= self.instruction_limit_) {
      return;
    }
    self.FailLimit(L);
  } catch (const ModelError& e) {
    error = e;
  } catch (const base::StopError& e) {
    stop = e;
  }
  stop ? self.Raise(L, *stop) : self.Raise(L, *error);
}

void LuaState::FailLimit(lua_State* L) const {
  Fail(L,
       fmt::format("this takes more than {} instructions (an endless loop?)", instruction_limit_));
}

SourceLocation LuaState::Blame(lua_State* L, int level) const {
  lua_Debug frame{};
  for (; lua_getstack(L, level, &frame); ++level) {
    lua_getinfo(L, "Sl", &frame);
    if (IsModelFrame(frame)) return LocationInChunk(frame.source, frame.currentline);
  }
  return {};
}

SourceLocation LuaState::BlameName(lua_State* L, std::string_view name) const {
  lua_Debug frame{};
  for (int level = 0; lua_getstack(L, level, &frame); ++level) {
    lua_getinfo(L, "Sl", &frame);
    if (!IsModelFrame(frame)) continue;
    const ChunkPlace chunk = ChunkPlaceOf(frame.source);
    const SourceFile* file = sources_->Find(chunk.file);
    if (!file) break;
    return file->NameIn(frame.currentline + chunk.lines_before, name,
                        frame.linedefined + chunk.lines_before,
                        frame.lastlinedefined + chunk.lines_before);
  }
  return Blame(L);
}

void LuaState::Fail(lua_State* L, std::string message) const {
  throw ModelError(Blame(L), std::move(message));
}

void LuaState::FailAt(lua_State* L, std::string_view name, std::string message) const {
  throw ModelError(sources_->Name(Blame(L), name), std::move(message));
}

}  // namespace cpn::lua
