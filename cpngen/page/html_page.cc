#include "cpngen/page/html_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/markup.h"
#include "cpngen/page/inline_svg.h"
#include "cpngen/page/page_style.h"
#include "cpngen/text.h"

namespace cpngen {
namespace {

using base::EscapeMarkup;

std::string_view ClassOf(Look look) {
  switch (look) {
    case Look::kPlain:
      return "";
    case Look::kNumber:
      return "number";
    case Look::kCode:
      return "code";
    case Look::kMuted:
      return "muted";
    case Look::kGood:
      return "good";
    case Look::kBad:
      return "bad";
    case Look::kDoubt:
      return "doubt";
  }
  return "";
}

bool IsVerdict(Look look) {
  return look == Look::kGood || look == Look::kBad || look == Look::kDoubt;
}

std::string Attribute(Look look) {
  const std::string_view name = ClassOf(look);
  return name.empty() ? "" : fmt::format(" class=\"{}\"", name);
}

std::string Linked(const std::string& html, const std::string& id) {
  return id.empty() ? html : fmt::format("<a href=\"#{}\">{}</a>", EscapeMarkup(id), html);
}

/// A verdict is a mark around its text, whatever stands around it.
std::string Marked(const std::string& html, Look look) {
  return IsVerdict(look) && !html.empty() ? fmt::format("<span{}>{}</span>", Attribute(look), html)
                                          : html;
}

std::string CellHtml(const Cell& cell) {
  if (cell.share) {
    return fmt::format("<td><div class=\"bar\"><div style=\"width: {:.1f}%\"></div></div></td>",
                       100 * std::clamp(*cell.share, 0.0, 1.0));
  }
  return fmt::format("<td{}>{}</td>", IsVerdict(cell.look) ? "" : Attribute(cell.look),
                     Marked(Linked(EscapeMarkup(cell.text), cell.link), cell.look));
}

std::string LeftOut(std::uint64_t count) { return fmt::format("... and {} more", Grouped(count)); }

}  // namespace

HtmlPage::HtmlPage(std::string title) : title_(std::move(title)), parts_(1) {}

void HtmlPage::Section(std::string_view id, std::string_view title) {
  parts_.push_back({std::string(id), std::string(title), ""});
}

void HtmlPage::Heading(std::string_view text, std::string_view id) {
  body() +=
      fmt::format("<h3{}>{}</h3>\n", id.empty() ? "" : fmt::format(" id=\"{}\"", EscapeMarkup(id)),
                  EscapeMarkup(text));
}

void HtmlPage::Paragraph(std::string_view text, Look look) {
  body() += fmt::format("<p{}>{}</p>\n", Attribute(look), EscapeMarkup(text));
}

void HtmlPage::Preformatted(std::string_view text) {
  body() += fmt::format("<pre>{}</pre>\n", EscapeMarkup(text));
}

void HtmlPage::Links(std::string_view label, const std::vector<PageLink>& links) {
  if (links.empty()) return;
  std::string html;
  for (const PageLink& link : links) {
    html += html.empty() ? " " : ", ";
    html += Linked(EscapeMarkup(link.text), link.id);
  }
  body() += fmt::format("<p class=\"muted\">{}{}</p>\n", EscapeMarkup(label), html);
}

void HtmlPage::Tiles(const std::vector<Tile>& tiles) {
  body() += "<div class=\"tiles\">\n";
  for (const Tile& tile : tiles) {
    const std::string html =
        fmt::format("<b>{}</b><small>{}</small>", Marked(EscapeMarkup(tile.value), tile.look),
                    EscapeMarkup(tile.label));
    body() += tile.link.empty() ? fmt::format("<div class=\"tile\">{}</div>\n", html)
                                : fmt::format("<a class=\"tile\" href=\"#{}\">{}</a>\n",
                                              EscapeMarkup(tile.link), html);
  }
  body() += "</div>\n";
}

void HtmlPage::Table(const std::vector<std::string>& head, const std::vector<Row>& rows,
                     std::uint64_t left_out) {
  std::string html = "<div class=\"table\"><table>\n<tr>";
  for (std::size_t i = 0; i < head.size(); ++i) {
    const bool number = !rows.empty() && i < rows.front().size() && !rows.front()[i].share &&
                        rows.front()[i].look == Look::kNumber;
    html += fmt::format("<th{}>{}</th>", number ? " class=\"number\"" : "", EscapeMarkup(head[i]));
  }
  html += "</tr>\n";
  for (const Row& row : rows) {
    html += "<tr>";
    for (const Cell& cell : row) html += CellHtml(cell);
    html += "</tr>\n";
  }
  html += "</table></div>\n";
  body() += html;
  if (left_out > 0) Paragraph(LeftOut(left_out), Look::kMuted);
}

void HtmlPage::List(const std::vector<std::string>& items, std::uint64_t left_out) {
  std::string html = "<ul class=\"code\">\n";
  for (const std::string& item : items) {
    html += fmt::format("<li>{}</li>\n", EscapeMarkup(item));
  }
  if (left_out > 0) html += fmt::format("<li>{}</li>\n", LeftOut(left_out));
  body() += html + "</ul>\n";
}

void HtmlPage::BeginDetails(std::string_view summary, bool open) {
  body() +=
      fmt::format("<details{}><summary>{}</summary>\n", open ? " open" : "", EscapeMarkup(summary));
}

void HtmlPage::EndDetails() { body() += "</details>\n"; }

void HtmlPage::Picture(std::string_view svg, std::string_view label) {
  body() += fmt::format("<figure>\n{}</figure>\n", InlineSvg(svg, label));
}

void HtmlPage::Append(HtmlPage&& other) {
  for (std::size_t i = 1; i < other.parts_.size(); ++i) {
    parts_.push_back(std::move(other.parts_[i]));
  }
}

std::string HtmlPage::Document() const {
  const std::string title = EscapeMarkup(title_);
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n{2}",
      title, kPageStyle, parts_.front().body);
  if (parts_.size() > 2) {
    page += "<nav aria-label=\"Contents\">\n<ul>\n";
    for (std::size_t i = 1; i < parts_.size(); ++i) {
      page += fmt::format("<li>{}</li>\n", Linked(EscapeMarkup(parts_[i].title), parts_[i].id));
    }
    page += "</ul>\n</nav>\n";
  }
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    page += fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", EscapeMarkup(part.id),
                        EscapeMarkup(part.title), part.body);
  }
  return page + "</body>\n</html>\n";
}

}  // namespace cpngen
