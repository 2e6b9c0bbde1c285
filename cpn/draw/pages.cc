#include "cpn/draw/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "cpn/draw/layout.h"

namespace cpn::draw {
namespace {

using Units = std::vector<std::size_t>;  // nodes that are no places

constexpr double kMargins = 2 * 0.2 * 72 + 8;  // WriteDot's `pad`, and what lines need
constexpr double kTitleHeight = 30;
/// A page has room left for what is written on it when all pages are known.
constexpr double kRoomLeft = 0.95;
/// More nodes and arcs than this cost Graphviz minutes: they are split unseen.
constexpr std::size_t kMostAtOnce = 900;
constexpr std::size_t kWordsWidth = 22;  // of the words that say where else a place is
constexpr std::size_t kWordsLines = 3;

double LeastScale() { return kLeastTextPixels / (kTagSize * kPixelsPerPoint); }

class Paginator {
 public:
  Paginator(const Diagram& diagram, const base::Budget* budget)
      : diagram_(diagram), budget_(budget), arcs_of_(diagram.nodes.size()) {
    for (std::size_t i = 0; i < diagram.arcs.size(); ++i) {
      arcs_of_[diagram.arcs[i].source].push_back(i);
      arcs_of_[diagram.arcs[i].target].push_back(i);
    }
  }

  std::vector<Page> Run() {
    Units all;
    for (std::size_t i = 0; i < diagram_.nodes.size(); ++i) {
      if (diagram_.nodes[i].shape != Shape::kPlace) all.push_back(i);
    }
    Split(all);
    Join();
    if (pages_.size() == 1) {
      return {{diagram_, std::move(pages_.front().layout)}};
    }
    std::map<std::size_t, std::vector<std::size_t>> pages_of;  // by place
    for (std::size_t page = 0; page < pages_.size(); ++page) {
      for (const std::size_t place : PlacesOf(pages_[page].units, page == 0)) {
        pages_of[place].push_back(page);
      }
    }
    std::vector<Page> made;
    for (std::size_t page = 0; page < pages_.size(); ++page) {
      Diagram part = Part(pages_[page].units, page == 0, [&](std::size_t place, DiagramNode& node) {
        const std::vector<std::size_t>& on = pages_of.at(place);
        node.is_repeated = on.front() != page;
        AddWords(on, page, node);
      });
      part.title = fmt::format("{}, page {} of {}", diagram_.title, page + 1, pages_.size());
      Layout layout = PlaceAndRoute(part, budget_);
      made.push_back({std::move(part), std::move(layout)});
    }
    return made;
  }

 private:
  struct Draft {
    Units units;
    Layout layout;
    Point size;
  };

  void Split(const Units& units) {
    const bool is_one = units.size() < 2;
    const Units halves[] = {Units(units.begin(), units.begin() + Middle(units)),
                            Units(units.begin() + Middle(units), units.end())};
    if (!is_one && WeightOf(units) > kMostAtOnce) {
      for (const Units& half : halves) Split(half);
      return;
    }
    const Diagram part = DraftOf(units);
    Draft draft{units, PlaceAndRoute(part, budget_), {}};
    draft.size = PictureSize(part, draft.layout);
    if (is_one || Fits(part, draft.layout)) {
      pages_.push_back(std::move(draft));
      return;
    }
    for (const Units& side : Cut(draft, part)) Split(side);
  }

  static std::ptrdiff_t Middle(const Units& units) {
    return static_cast<std::ptrdiff_t>(units.size() / 2);
  }

  std::size_t WeightOf(const Units& units) const {
    std::size_t weight = units.size();
    for (const std::size_t unit : units) weight += arcs_of_[unit].size();
    return weight;
  }

  /// All of it fits as it is; a part only if there is room for words, too.
  bool Fits(const Diagram& part, const Layout& layout) const {
    const bool is_all = part.nodes.size() == diagram_.nodes.size();
    return ScaleForPage(part, layout) * (is_all ? 1 : kRoomLeft) >= LeastScale();
  }

  std::vector<Units> Cut(const Draft& draft, const Diagram& part) const {
    // Units stand behind the places, in their order.
    const std::size_t places = part.nodes.size() - draft.units.size();
    const bool is_wide = draft.size.x >= draft.size.y;
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < draft.units.size(); ++i) {
      const Point at = draft.layout.nodes[places + i];
      order.emplace_back(is_wide ? at.x : -at.y, draft.units[i]);
    }
    std::sort(order.begin(), order.end());
    Units sorted;
    for (const auto& [at, unit] : order) sorted.push_back(unit);
    const std::size_t count = sorted.size();
    std::size_t best = count / 2;
    std::size_t fewest = SharedPlaces(sorted, best);
    for (std::size_t at = std::max<std::size_t>(1, count / 3); at <= count - count / 3; ++at) {
      if (at >= count) break;
      const std::size_t shared = SharedPlaces(sorted, at);
      if (shared < fewest) std::tie(fewest, best) = std::pair(shared, at);
    }
    std::vector<Units> sides{Units(sorted.begin(), sorted.begin() + static_cast<long>(best)),
                             Units(sorted.begin() + static_cast<long>(best), sorted.end())};
    for (Units& side : sides) std::sort(side.begin(), side.end());
    return sides;
  }

  /// How many places are on both sides of a cut.
  std::size_t SharedPlaces(const Units& units, std::size_t at) const {
    const auto cut = units.begin() + static_cast<std::ptrdiff_t>(at);
    const std::set<std::size_t> before = PlacesOf(Units(units.begin(), cut), false);
    const std::set<std::size_t> behind = PlacesOf(Units(cut, units.end()), false);
    return static_cast<std::size_t>(std::count_if(
        before.begin(), before.end(), [&](std::size_t place) { return behind.contains(place); }));
  }

  void Join() {
    for (std::size_t i = 0; i + 1 < pages_.size();) {
      Units both = pages_[i].units;
      both.insert(both.end(), pages_[i + 1].units.begin(), pages_[i + 1].units.end());
      std::sort(both.begin(), both.end());
      if (WeightOf(both) <= kMostAtOnce) {
        const Diagram part = DraftOf(both);
        Layout layout = PlaceAndRoute(part, budget_);
        if (Fits(part, layout)) {
          pages_[i] = {std::move(both), std::move(layout), {}};
          pages_.erase(pages_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
          continue;
        }
      }
      ++i;
    }
  }

  /// The places that the units need, and on the first page those that nothing needs.
  std::set<std::size_t> PlacesOf(const Units& units, bool is_first) const {
    std::set<std::size_t> places;
    for (const std::size_t unit : units) {
      for (const std::size_t arc : arcs_of_[unit]) {
        const DiagramArc& declared = diagram_.arcs[arc];
        places.insert(declared.source == unit ? declared.target : declared.source);
      }
    }
    for (std::size_t i = 0; is_first && i < diagram_.nodes.size(); ++i) {
      if (diagram_.nodes[i].shape == Shape::kPlace && arcs_of_[i].empty()) places.insert(i);
    }
    return places;
  }

  Diagram DraftOf(const Units& units) const {
    const std::set<std::size_t> here(units.begin(), units.end());
    const bool is_first = !units.empty() && units.front() == FirstUnit();
    return Part(units, is_first || units.empty(), [&](std::size_t place, DiagramNode& node) {
      const bool is_shared =
          std::any_of(arcs_of_[place].begin(), arcs_of_[place].end(), [&](std::size_t arc) {
            const DiagramArc& declared = diagram_.arcs[arc];
            return !here.contains(declared.source == place ? declared.target : declared.source);
          });
      if (is_shared) AddWords({8, 9}, 9, node);  // as long as the words will be
    });
  }

  std::size_t FirstUnit() const {
    for (std::size_t i = 0; i < diagram_.nodes.size(); ++i) {
      if (diagram_.nodes[i].shape != Shape::kPlace) return i;
    }
    return diagram_.nodes.size();
  }

  static void AddWords(const std::vector<std::size_t>& on, std::size_t page, DiagramNode& node) {
    std::string others;
    for (const std::size_t other : on) {
      if (other == page) continue;
      others += (others.empty() ? "" : ", ") + std::to_string(other + 1);
    }
    if (others.empty()) return;
    const std::string words =
        fmt::format("also on {} {}", on.size() > 2 ? "pages" : "page", others);
    Lines& lines = node.At(Corner::kTopLeft);
    for (std::string& line : Wrap(words, kWordsWidth, kWordsLines)) {
      lines.push_back(std::move(line));
    }
    node.tip += "\n" + words;
  }

  /// The units with their places and arcs. `change` is asked for each place.
  template <typename Change>
  Diagram Part(const Units& units, bool is_first, const Change& change) const {
    Diagram part;
    part.title = diagram_.title;
    std::map<std::size_t, std::size_t> number;
    for (const std::size_t place : PlacesOf(units, is_first)) {
      number.emplace(place, part.nodes.size());
      part.nodes.push_back(diagram_.nodes[place]);
      change(place, part.nodes.back());
    }
    for (const std::size_t unit : units) {
      number.emplace(unit, part.nodes.size());
      part.nodes.push_back(diagram_.nodes[unit]);
    }
    for (const std::size_t unit : units) {
      for (const std::size_t arc : arcs_of_[unit]) {
        DiagramArc drawn = diagram_.arcs[arc];
        drawn.source = number.at(drawn.source);
        drawn.target = number.at(drawn.target);
        part.arcs.push_back(std::move(drawn));
      }
    }
    return part;
  }

  const Diagram& diagram_;
  const base::Budget* const budget_;
  std::vector<std::vector<std::size_t>> arcs_of_;  // by node
  std::vector<Draft> pages_;
};

}  // namespace

Point PictureSize(const Diagram& diagram, const Layout& layout) {
  return {std::max(layout.width, TextWidth(diagram.title, kNameSize + 2)) + kMargins,
          layout.height + kTitleHeight + kMargins};
}

double ScaleForPage(const Diagram& diagram, const Layout& layout) {
  const Point size = PictureSize(diagram, layout);
  return std::min(1.0, kMostPixels / kPixelsPerPoint / std::max(size.x, size.y));
}

std::vector<Page> MakePages(const Diagram& diagram, const base::Budget* budget) {
  return Paginator(diagram, budget).Run();
}

}  // namespace cpn::draw
