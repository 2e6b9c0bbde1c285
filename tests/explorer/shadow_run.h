// What the page must show: the same steps, taken by the engine in the test itself.
//
// A run is its binding elements. Where several were tried from one run, the one that was looked at
// last is where "forward" leads. Thread safety: none.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cpn/lua/lua_model.h"

namespace explorer_test {

class ShadowRun {
 public:
  explicit ShadowRun(const std::string& model);

  using Steps = std::vector<cpn::BindingElementId>;

  const Steps& steps() const { return steps_; }
  cpn::Marking marking();
  /// The enabled binding elements as the page has them: "Workers.Vote (w = 1)".
  std::vector<std::string> Enabled();
  /// Of the place with that full name: "1`1 ++ 1`2", or "empty".
  std::string Tokens(const std::string& place);
  /// "start", or the last step.
  std::string Label();

  void Fire(std::size_t choice);
  void Back();
  void Forward();
  void Start() { GoTo({}); }
  void End();
  /// To what was tried instead of the last step.
  void Branch();
  void GoTo(const Steps& steps);

 private:
  std::unique_ptr<cpn::lua::LuaModel> model_;
  Steps steps_;
  std::map<Steps, Steps> tried_;                    ///< elements that were taken from there
  std::map<Steps, cpn::BindingElementId> forward_;  ///< the one that was looked at last
};

}  // namespace explorer_test
