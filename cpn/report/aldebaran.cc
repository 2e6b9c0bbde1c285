#include "cpn/report/aldebaran.h"

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <unordered_map>

namespace cpn::report {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20;
constexpr std::size_t kMostLabels = std::size_t{1} << 20;  // bounds the memory for labels

std::string Quotable(std::string label) {
  for (char& c : label) {
    if (c == '"') c = '\'';
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = ' ';
  }
  return label;
}

}  // namespace

void WriteAldebaran(const Engine& engine, const StateSpace& space,
                    const std::function<void(std::string_view)>& write) {
  std::unordered_map<BindingElementId, std::string> labels;
  std::string piece = fmt::format("des (0, {}, {})\n", space.arcs(), space.nodes());
  for (NodeId node = 0; node < space.expanded(); ++node) {
    for (const StateArc& arc : space.Out(node)) {
      if (labels.size() >= kMostLabels) labels.clear();
      const auto [label, is_new] = labels.try_emplace(arc.element);
      if (is_new) label->second = Quotable(engine.FormatElement(arc.element));
      fmt::format_to(std::back_inserter(piece), "({}, \"{}\", {})\n", node, label->second,
                     arc.target);
    }
    if (piece.size() < kPieceBytes) continue;
    write(piece);
    piece.clear();
  }
  write(piece);
}

}  // namespace cpn::report
