#include "debugger/net_step.h"

#include <fmt/format.h>

#include <cstdint>

namespace debugger {
namespace {

/// FNV-1a.
std::uint64_t TextHashOf(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

std::string TextOf(const cpn::Engine& engine, cpn::MultiSet tokens) {
  return tokens == cpn::MultiSet{} ? "" : engine.multisets().Format(tokens);
}

}  // namespace

std::vector<StepMove> MovesOf(const cpn::Engine& engine, const cpn::Marking& before,
                              cpn::BindingElementId step) {
  std::vector<StepMove> moves;
  for (const cpn::TokenMove& move : engine.Moves(step)) {
    moves.push_back({move.place, move.reset ? before[move.place] : move.removed, move.added});
  }
  return moves;
}

trace::Step StepOf(const cpn::Engine& engine, const cpn::Marking& before,
                   cpn::BindingElementId id) {
  const cpn::BindingElement element = engine.Element(id);
  const cpn::Transition& transition = engine.net().transitions()[element.transition];
  trace::Step step{.kind = trace::Kind::kBinding,
                   .node = transition.instance,
                   .name = transition.name,
                   .key = engine.FormatElement(id)};
  for (std::size_t i = 0; i < element.binding.size(); ++i) {
    step.fields.emplace_back(transition.declaration->variables[i].name,
                             engine.values().Format(element.binding[i]));
  }
  for (const StepMove& move : MovesOf(engine, before, id)) {
    step.moves.push_back({engine.net().places()[move.place].name, TextOf(engine, move.removed),
                          TextOf(engine, move.added)});
  }
  return step;
}

std::string HashOf(const cpn::Engine& engine, const cpn::Marking& marking) {
  return fmt::format("{:016x}", TextHashOf(engine.FormatMarking(marking)));
}

}  // namespace debugger
