// What a model says about drawing its runs as message sequence charts: who takes part, and which
// messages an occurrence of a transition stands for. Stated in Lua, `chart { ... }`.
//
// Every hook throws ModelError when the model's code fails, naming the hook, its line and the
// binding element. Thread safety: as its LuaModel (one worker). Source: ITU-T Z.120 for the
// notions (instance, message, action).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cpn/engine/engine.h"

namespace cpn::lua {

/// Internals of a loaded model; see model_state.h.
struct ModelState;
struct ChartDeclaration;

/// What is special about a message. Of what is not kSend: the message comes here.
enum class ChartMark : std::uint8_t {
  kNone,
  kSend,  ///< it leaves here, and comes where another one says so with the same ends and label
  kLoss,  ///< it is lost here
  kCrash,
  kRestart,
  kPause,
  kResume,
};
/// As models write it: "send"; of kNone empty.
std::string_view NameOf(ChartMark mark);

/// From a lifeline to another one; to the same one, it is something that happens there.
struct ChartMessage {
  std::string from;
  std::string to;
  std::string label;
  ChartMark mark = ChartMark::kNone;
  friend bool operator==(const ChartMessage&, const ChartMessage&) = default;
};

class Chart {
 public:
  /// Both must outlive the chart. Made by LuaModel only.
  Chart(ModelState* model, const ChartDeclaration* declaration);

  /// The lifelines that come first, from left to right; messages may name others.
  const std::vector<std::string>& participants() const;
  /// What the occurrence of `element` shows, in order; empty for most. Calls Lua.
  std::vector<ChartMessage> MessagesOf(const BindingElement& element) const;

 private:
  ModelState* model_;
  const ChartDeclaration* declaration_;
};

}  // namespace cpn::lua
