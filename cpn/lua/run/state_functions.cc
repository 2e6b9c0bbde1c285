#include "cpn/lua/run/state_functions.h"

#include <fmt/format.h>

#include <algorithm>

#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/run/model_state.h"
#include "cpn/lua/text/suggest.h"

namespace cpn::lua {
namespace {

constexpr std::size_t kLongestMarking = 200;

std::string Join(const std::string& path, std::string_view name) {
  return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
}

std::string Cut(std::string text) {
  if (text.size() > kLongestMarking) text = text.substr(0, kLongestMarking) + "...";
  return text;
}

}  // namespace

/// Makes a marking readable for as long as it lives.
class LuaStateFunctions::Call {
 public:
  Call(LuaStateFunctions* self, const ctl::MarkingView& marking, std::vector<PlaceId>& reads)
      : self_(self) {
    self->marking_ = &marking;
    self->reads_ = &reads;
  }
  ~Call() {
    self_->marking_ = nullptr;
    self_->reads_ = nullptr;
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

 private:
  LuaStateFunctions* self_;
};

bool LuaStateFunctions::Holds(ctl::StateFunctionId function, const ctl::MarkingView& marking,
                              std::vector<PlaceId>& reads) {
  if (instances_.empty()) instances_.push_back({m_->model.top, ""});
  const Call call(this, marking, reads);
  const Evaluating evaluating(m_);
  bool holds = false;
  try {
    m_->lua.Protect([&](lua_State* L) {
      lua_rawgeti(L, LUA_REGISTRYINDEX, (*functions_)[function].function);
      PushHandle(L, {HandleKind::kMarking, 0, 0, 0});
      lua_call(L, 1, 1);
      holds = TruthAt(L, -1, "a state function");
      m_->shared.LookAfter(L, (*functions_)[function].function);
    });
  } catch (const ModelError& e) {
    throw Blame(e, function);
  }
  return holds;
}

SourceLocation LuaStateFunctions::Where(ctl::StateFunctionId function) const {
  return (*functions_)[function].where;
}

int LuaStateFunctions::Index(lua_State* L, std::uint32_t instance) {
  if (marking_ == nullptr) {
    m_->lua.Fail(L, "a marking can be read only while the function runs that it was given to");
  }
  if (lua_type(L, 2) != LUA_TSTRING) {
    m_->lua.Fail(L, fmt::format("{} has places and module instances by name, so no [{}]",
                                Describe(instance), cpn::lua::Describe(L, 2)));
  }
  const Meaning meaning = Resolve(L, instance, lua_tostring(L, 2));
  if (meaning.is_place) {
    PushTokens(L, meaning.id);
  } else {
    PushHandle(L, {HandleKind::kMarking, meaning.id, 0, 0});
  }
  return 1;
}

std::string LuaStateFunctions::Describe(std::uint32_t instance) const {
  return instance == 0 ? "the marking" : "the marking of " + instances_[instance].path;
}

LuaStateFunctions::Meaning LuaStateFunctions::Resolve(lua_State* L, std::uint32_t instance,
                                                      const std::string& name) {
  const auto known = meanings_.find({instance, name});
  if (known != meanings_.end()) return known->second;
  Meaning meaning{false, instance};
  if (const std::optional<PlaceId> place =
          m_->net.FindPlace(Join(instances_[instance].path, name))) {
    meaning = {true, *place};
  } else {
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
      end = name.find('.', begin);
      meaning = Find(L, meaning, name.substr(begin, end - begin));
    }
  }
  meanings_.emplace(std::pair(instance, name), meaning);
  return meaning;
}

LuaStateFunctions::Meaning LuaStateFunctions::Find(lua_State* L, Meaning around,
                                                   const std::string& name) {
  const auto fail = [&](const std::string& what) {
    throw ModelError(m_->sources.Text(m_->lua.Blame(L), name), what);
  };
  if (around.is_place) {
    fail(fmt::format("{} is a place, so it has no {}", m_->net.places()[around.id].name, name));
  }
  const auto [module_id, path] = instances_[around.id];
  const ModuleDeclaration& module = m_->model.modules[module_id];
  std::vector<std::string> known;
  for (std::uint32_t p = 0; p < module.places.size(); ++p) {
    if (module.places[p].name == name) return {true, *m_->net.PlaceOf(module_id, p, path)};
    known.push_back(module.places[p].name);
  }
  for (const SubstitutionDeclaration& s : module.substitutions) {
    if (s.name == name) return {false, InstanceOf(s.module, Join(path, name))};
    known.push_back(s.name);
  }
  fail(fmt::format("{} has no place or module instance {}{}", Describe(around.id), name,
                   Alternatives(name, known)));
  return around;
}

std::uint32_t LuaStateFunctions::InstanceOf(ModuleId module, std::string path) {
  const auto known = std::ranges::find(instances_, path, &Instance::path);
  if (known == instances_.end()) {
    instances_.push_back({module, std::move(path)});
    return static_cast<std::uint32_t>(instances_.size() - 1);
  }
  return static_cast<std::uint32_t>(known - instances_.begin());
}

void LuaStateFunctions::PushTokens(lua_State* L, PlaceId place) {
  if (std::ranges::find(*reads_, place) == reads_->end()) reads_->push_back(place);
  const MultiSet tokens = marking_->At(place);
  const std::uint64_t size = m_->multisets.Size(tokens);
  m_->lua.Charge(L, size);  // fails when there are more than an int has
  lua_createtable(L, static_cast<int>(size), 0);
  lua_Integer i = 0;
  for (const MultiSetEntry& entry : m_->multisets.Entries(tokens)) {
    for (std::uint32_t n = entry.count; n > 0; --n) {
      m_->converter.Push(L, entry.value);
      lua_rawseti(L, -2, ++i);
    }
  }
  MarkTable(L, TableKind::kList);
}

/// With what the function had read.
ModelError LuaStateFunctions::Blame(const ModelError& error, ctl::StateFunctionId function) const {
  std::string message = error.message();
  for (std::size_t i = 0; i < reads_->size(); ++i) {
    const PlaceId place = (*reads_)[i];
    message += fmt::format("{}M.{} = {}", i == 0 ? ", with " : ", ", m_->net.places()[place].name,
                           Cut(m_->multisets.Format(marking_->At(place))));
  }
  return ModelError(error.where().line > 0 ? error.where() : Where(function), message);
}

}  // namespace cpn::lua
