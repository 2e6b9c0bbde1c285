// A run as a message sequence chart: one lifeline per participant, one row per message, from above
// to below in the order of the steps, as the model's chart says (docs/model_language.md). Where the
// model says when a message leaves, it is drawn from there to where it comes, or is lost: it leans,
// and crosses those that it overtook.
//
// Invariants: participants of messages are indices into `participants`; rows are in the order of
// their steps; `sent` is an earlier row with the mark kSend. Same run, same bytes.
// Thread safety: plain values; making one is as the model.
// Source: ITU-T Z.120 (message sequence charts); the Mermaid text is that of its sequence diagrams.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cpn/engine/engine.h"
#include "cpn/lua/run/chart.h"
#include "cpngen/trace.h"

namespace cpngen {

struct ChartRow {
  enum class Kind {
    kMessage,  ///< from one participant to another one, or to itself
    kNote,     ///< a remark across all lifelines
  };
  Kind kind = Kind::kMessage;
  std::size_t step = 0;  ///< number of the step, from 1; of a note: of the step before it
  std::size_t from = 0;
  std::size_t to = 0;
  std::string text;
  cpn::lua::ChartMark mark = cpn::lua::ChartMark::kNone;
  std::optional<std::size_t> sent = {};  ///< the row in which it left, of what took time
  std::optional<std::size_t> received =
      {};  ///< of what left: the row in which it comes, or is lost
};

struct MessageSequenceChart {
  std::string title;
  std::vector<std::string> participants;  ///< from left to right
  std::vector<ChartRow> rows;
  std::optional<std::size_t> loop;  ///< the rows from here on repeat for ever
};

/// Lifelines are those that the chart declares, then others in the order of their appearance. The
/// run's remarks and its end are notes. Throws ModelError when the model's code fails.
MessageSequenceChart MakeMessageSequenceChart(const cpn::Engine& engine,
                                              const cpn::lua::Chart& chart, const Trace& trace,
                                              const std::string& title);

/// The text of a Mermaid sequence diagram of the chart.
std::string ChartMermaid(const MessageSequenceChart& chart);
/// An SVG picture of the chart, however long.
std::string ChartSvg(const MessageSequenceChart& chart);
/// SVG pictures of the chart, one after the other, none higher than 1,600 pixels; lifelines have
/// their names on each (chart_places.h). At least one.
std::vector<std::string> ChartPages(const MessageSequenceChart& chart);

}  // namespace cpngen
