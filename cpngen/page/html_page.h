// A page of HTML that a command writes: one file that needs no other file, no script and no server.
//
// Invariants:
//  1. Every text that a caller gives is escaped here; what only XML's grammar forbids becomes
//     U+FFFD. Pictures are SVG of this program; they lose what would clash with other pictures of
//     the page (ids, styles) and what only a file of its own needs.
//  2. The page forbids scripts and other resources (Content-Security-Policy), so that a browser
//     would not follow what slipped through.
//  3. Same calls, same bytes.
// The colours are those of Okabe and Ito, which people who see fewer colours tell apart, and each
// stands beside a word or a number. Dark where the reader's system is, light on paper.
// Not thread-safe. Sources: HTML Living Standard; Okabe & Ito, "Color Universal Design" (2008).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cpngen {

/// How a text looks; kGood, kBad and kDoubt are verdicts.
enum class Look : std::uint8_t { kPlain, kNumber, kCode, kMuted, kGood, kBad, kDoubt };

struct Cell {
  std::string text = {};
  Look look = Look::kPlain;
  std::string link = {};             ///< id of a part of the page that it leads to; empty: none
  std::optional<double> share = {};  ///< from 0 to 1: a bar instead of the text
};
using Row = std::vector<Cell>;

/// A number of the page's beginning, and what it counts.
struct Tile {
  std::string value;
  std::string label;
  Look look = Look::kPlain;
  std::string link = {};  ///< as in Cell
};

/// A text that leads to a part of the page.
struct PageLink {
  std::string text;
  std::string id;
};

class HtmlPage {
 public:
  explicit HtmlPage(std::string title);

  /// A part with a heading, which the contents name. Ids are the caller's: letters, digits and -.
  void Section(std::string_view id, std::string_view title);
  /// A heading below that of a section; `id` may be empty.
  void Heading(std::string_view text, std::string_view id = "");
  void Paragraph(std::string_view text, Look look = Look::kPlain);
  /// Lines as they are.
  void Preformatted(std::string_view text);
  /// `label` and then the links, nothing when there are none.
  void Links(std::string_view label, const std::vector<PageLink>& links);
  void Tiles(const std::vector<Tile>& tiles);
  /// `left_out` is how many rows more there would be; the table ends in saying so.
  void Table(const std::vector<std::string>& head, const std::vector<Row>& rows,
             std::uint64_t left_out = 0);
  /// Items of code; `left_out` as of Table().
  void List(const std::vector<std::string>& items, std::uint64_t left_out = 0);
  /// What stands between these two is folded under `summary`, unless it is `open`.
  void BeginDetails(std::string_view summary, bool open = false);
  void EndDetails();
  /// An SVG picture, without its prolog; `label` is what a reader is told that does not draw.
  void Picture(std::string_view svg, std::string_view label);

  /// The sections of another page, behind those that are here.
  void Append(HtmlPage&& other);

  /// The document, with the contents behind what stands before the first section.
  std::string Document() const;

 private:
  struct Part {
    std::string id;
    std::string title;
    std::string body;
  };
  std::string& body() { return parts_.back().body; }

  std::string title_;
  std::vector<Part> parts_;  ///< the first has no id: it is before all sections
};

}  // namespace cpngen
