#include "cpn/lua/interpreter/lua_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "cpn/lua/interpreter/describe.h"

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

bool IsModelFrame(const lua_Debug& frame) {
  return frame.source[0] == '@' && frame.currentline > 0;
}

/// The name that Lua's message is about: "attempt to index a nil value (local 'x')" -> x.
std::string_view NameIn(std::string_view message) {
  const std::size_t open = message.rfind(" '");
  if (open == std::string_view::npos || !message.ends_with("')")) return {};
  return message.substr(open + 2, message.size() - open - 4);
}

}  // namespace

LuaState::LuaState(ModelState* model, const Sources* sources, std::size_t memory_limit,
                   std::uint32_t instruction_limit)
    : model_(model),
      sources_(sources),
      memory_limit_(memory_limit),
      // Lua counts hooks in an int.
      instruction_limit_(std::min(instruction_limit, std::uint32_t{2'000'000'000})) {
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
  if (depth_ == 0) {
    work_ = 0;
    lua_sethook(L_, CountHook, LUA_MASKCOUNT, static_cast<int>(instruction_limit_));
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
  try {
    call.first(call.second, L);
    return 0;
  } catch (const ModelError& e) {
    error = e;
  } catch (const std::exception& e) {
    error = ModelError({}, e.what());
  }
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
  // No message is there: what the compiler's limits refuse went through HandleError.
  lua_pop(L, 1);
  const ModelError failure = TakeFailure(status);
  if (status != LUA_ERRMEM) {
    const bool deep = failure.message() == kTooManyCalls;
    return Refusal{true, deep ? kTooDeep : failure.message(), reader.read};
  }
  const bool placed = !failure.where().file.empty() || !name.starts_with('@');
  throw placed ? failure : ModelError({name.substr(1), 0, 0}, failure.message());
}

int LuaState::HandleError(lua_State* L) {
  LuaState& self = StateOf(L);
  if (lua_touserdata(L, 1) == &kSentinel) return 1;
  if (lua_touserdata(L, 1) == &kRaised) {
    if (self.catching_ > 0) return 1;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &kRaised);
    self.failure_ = ModelError(self.Blame(L), Describe(L, -1) + " is raised, and handled nowhere");
    lua_pushlightuserdata(L, const_cast<char*>(&kSentinel));
    return 1;
  }
  std::string message =
      lua_type(L, 1) == LUA_TSTRING ? std::string(lua_tostring(L, 1)) : "error: " + Describe(L, 1);
  lua_Debug frame{};
  SourceLocation where;
  for (int level = 1; lua_getstack(L, level, &frame); ++level) {
    lua_getinfo(L, "Sl", &frame);
    if (!IsModelFrame(frame)) continue;
    where = {frame.source + 1, frame.currentline, 0};
    const std::string prefix = fmt::format("{}:{}: ", frame.short_src, frame.currentline);
    if (message.starts_with(prefix)) message.erase(0, prefix.size());
    break;
  }
  if (message == "stack overflow" || message == "C stack overflow") message = kTooManyCalls;
  const std::string name(NameIn(message));
  if (!name.empty()) where = self.sources_->Text(where, name);
  self.failure_ = ModelError(where, message);
  lua_pushlightuserdata(L, const_cast<char*>(&kSentinel));
  return 1;
}

ModelError LuaState::TakeFailure(int status) {
  if (status == LUA_ERRMEM) {
    failure_.reset();
    lua_gc(L_, LUA_GCCOLLECT);
    return ModelError(
        {refused_file_.data(), refused_line_, 0},
        fmt::format("the model's code needs more than {} MiB of memory", memory_limit_ >> 20));
  }
  if (!failure_) return ModelError({}, "an error inside an error; too deep a recursion?");
  ModelError error = *failure_;
  failure_.reset();
  return error;
}

void* LuaState::Allocate(void* self, void* block, std::size_t old_size, std::size_t new_size) {
  auto* state = static_cast<LuaState*>(self);
  if (!block) old_size = 0;  // Lua passes the kind of object there
  if (new_size == 0) {
    std::free(block);
    state->memory_used_ -= old_size;
    return nullptr;
  }
  const std::size_t used = state->memory_used_ - old_size;
  if (new_size > old_size &&
      new_size > state->memory_limit_ - std::min(used, state->memory_limit_)) {
    state->RecordRefusal();
    return nullptr;
  }
  void* moved = std::realloc(block, new_size);
  if (moved) state->memory_used_ = used + new_size;
  return moved;
}

void LuaState::RecordRefusal() {
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
  try {
    self.FailLimit(L);
  } catch (const ModelError& e) {
    error = e;
  }
  self.Raise(L, *error);
}

void LuaState::FailLimit(lua_State* L) const {
  Fail(L,
       fmt::format("this takes more than {} instructions (an endless loop?)", instruction_limit_));
}

SourceLocation LuaState::Blame(lua_State* L, int level) const {
  lua_Debug frame{};
  for (; lua_getstack(L, level, &frame); ++level) {
    lua_getinfo(L, "Sl", &frame);
    if (IsModelFrame(frame)) return {frame.source + 1, frame.currentline, 0};
  }
  return {};
}

SourceLocation LuaState::BlameName(lua_State* L, std::string_view name) const {
  lua_Debug frame{};
  for (int level = 0; lua_getstack(L, level, &frame); ++level) {
    lua_getinfo(L, "Sl", &frame);
    if (!IsModelFrame(frame)) continue;
    const SourceFile* file = sources_->Find(frame.source + 1);
    if (!file) break;
    return file->NameIn(frame.currentline, name, frame.linedefined, frame.lastlinedefined);
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
