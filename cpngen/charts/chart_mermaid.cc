// Message sequence charts in the language of Mermaid.
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/characters.h"
#include "cpngen/charts/message_sequence_chart.h"

namespace cpngen {
namespace {

/// `text` where Mermaid takes text to the end of the line. What has a meaning there (`;` and `#`),
/// in Mermaid's HTML, or in Markdown becomes an entity code, #59; and so on.
std::string Escape(std::string_view text) {
  constexpr std::string_view kPlain = " ,.()[]=-+/'?!_";
  std::string escaped;
  for (const char c : base::Printable(text)) {
    const bool alphanumeric =
        (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    const bool part_of_a_character = static_cast<unsigned char>(c) >= 0x80;
    if (alphanumeric || part_of_a_character || kPlain.find(c) != std::string_view::npos) {
      escaped += c;
    } else {
      escaped += fmt::format("#{};", static_cast<int>(c));
    }
  }
  return escaped;
}

std::string Id(std::size_t participant) { return fmt::format("p{}", participant + 1); }

std::string RowText(const MessageSequenceChart& chart, const ChartRow& row) {
  if (row.kind == ChartRow::Kind::kMessage) {
    // What leaves here and what is lost have heads of their own: ) and x.
    const bool leaves = row.mark == cpn::lua::ChartMark::kSend;
    const bool is_lost = row.mark == cpn::lua::ChartMark::kLoss;
    return fmt::format("{}{}{}: {}. {}\n", Id(row.from),
                       leaves    ? "--)"
                       : is_lost ? "-x"
                                 : "->>",
                       Id(row.to), row.step, Escape(row.text));
  }
  const std::size_t count = chart.participants.size();
  if (count == 0) return fmt::format("%% {}\n", Escape(row.text));
  const std::string over = count == 1 ? Id(0) : Id(0) + "," + Id(count - 1);
  return fmt::format("Note over {}: {}\n", over, Escape(row.text));
}

}  // namespace

std::string ChartMermaid(const MessageSequenceChart& chart) {
  std::string text = "sequenceDiagram\n";
  text += fmt::format("  title {}\n", Escape(chart.title));
  for (std::size_t i = 0; i < chart.participants.size(); ++i) {
    text += fmt::format("  participant {} as {}\n", Id(i), Escape(chart.participants[i]));
  }
  for (std::size_t i = 0; i < chart.rows.size(); ++i) {
    if (chart.loop == i) text += "  loop for ever\n";
    text += (chart.loop && *chart.loop <= i ? "    " : "  ") + RowText(chart, chart.rows[i]);
  }
  if (chart.loop) text += "  end\n";
  return text;
}

}  // namespace cpngen
