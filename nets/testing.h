// For tests: models written in the test, and their benches.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cpn/lua/lua_model.h"
#include "nets/bench.h"

namespace nets::testing {

inline std::unique_ptr<cpn::lua::LuaModel> Model(const std::string& text) {
  return cpn::lua::LuaModel::LoadText(text, "test.lua");
}

inline std::shared_ptr<Benches> BenchesOf(const std::string& text,
                                          std::vector<std::string> properties = {},
                                          const base::Budget* budget = nullptr) {
  return std::make_shared<Benches>(
      BenchOptions{[text] { return Model(text); }, {}, std::move(properties), budget});
}

}  // namespace nets::testing
