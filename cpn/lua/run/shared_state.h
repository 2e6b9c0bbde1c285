// What the functions of a loaded model share: tables and local variables that outlive a call. They
// are as loading left them; a function that changes one is not pure, and its results would depend
// on what ran before. This notices it.
//
// It looks behind the first call of each function, and then ever more rarely, so that it costs next
// to nothing; a change is noticed late, perhaps, but not lost, unless it is undone.
// Thread safety: as the interpreter. Members that take an interpreter run inside Protect().
#pragma once

#include <cstddef>
#include <cstdint>
#include <lua.hpp>
#include <span>
#include <string>
#include <vector>

#include "cpn/lua/run/declarations.h"

namespace cpn::lua {

class SharedState {
 public:
  /// Remembers what these functions, and the values of these tables, reach now.
  void Remember(lua_State* L, std::span<const LuaReference> functions,
                std::span<const LuaReference> tables);
  /// Behind a call of `function`. Throws ModelError without location when something has changed
  /// since Remember(). Does nothing before it.
  void LookAfter(lua_State* L, LuaReference function);

 private:
  /// A table or a function that can be reached.
  struct Node {
    std::string name;  ///< how it is reached, for messages
    std::uint64_t content = 0;
  };

  class Walk;
  bool IsDue(LuaReference function);
  void Look(lua_State* L);

  LuaReference objects_ = kNoReference;  ///< list, parallel to nodes_
  std::vector<Node> nodes_;
  std::size_t entries_ = 0;  ///< of all nodes: what a look costs
  std::vector<bool> called_;
  std::size_t looked_at_ = 0;  ///< entries, in all looks
  std::uint64_t calls_ = 0;
  std::uint64_t next_look_ = 1;
};

}  // namespace cpn::lua
