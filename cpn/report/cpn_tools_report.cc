#include "cpn/report/cpn_tools_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

#include "cpn/report/report_parts.h"

namespace cpn::report {
namespace {

// Of the names in the two kinds of tables; longer names get a line of their own.
constexpr std::size_t kIntegerColumn = 24;
constexpr std::size_t kMultiSetColumn = 20;
constexpr const char* kUnknown = "Unknown";  // of a partial state space

// All of these append to one text: a report may have a hundred megabytes of tokens.

void AppendMl(const ValueStore& values, Value value, std::string& text);

void AppendMlString(std::string_view string, std::string& text) {
  text += '"';
  for (const char c : string) {
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (c == '\n') {
      text += "\\n";
    } else if (c == '\t') {
      text += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e) {
      fmt::format_to(std::back_inserter(text), "\\{:03}", static_cast<unsigned char>(c));
    } else {
      text += c;
    }
  }
  text += '"';
}

void AppendMlInteger(std::int64_t i, std::string& text) {
  if (i < 0) text += '~';
  const auto magnitude = static_cast<std::uint64_t>(i);
  text += fmt::format_int(i < 0 ? -magnitude : magnitude).c_str();
}

void AppendMlElements(const ValueStore& values, Value value, char open, char close,
                      std::string& text) {
  text += open;
  const auto elements = values.Elements(value);
  const bool named = values.Kind(value) == ValueKind::kRecord;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (i > 0) text += ',';
    if (named) {
      text += values.FieldName(value, i);
      text += '=';
    }
    AppendMl(values, elements[i], text);
  }
  text += close;
}

void AppendMlConstructor(const ValueStore& values, Value value, std::string& text) {
  text += values.Constructor(value);
  const Value payload = values.Elements(value).front();
  if (values.Kind(payload) == ValueKind::kUnit) return;
  text += '(';
  AppendMl(values, payload, text);
  text += ')';
}

void AppendMl(const ValueStore& values, Value value, std::string& text) {
  switch (values.Kind(value)) {
    case ValueKind::kUnit:
      text += "()";
      break;
    case ValueKind::kBool:
      text += values.AsBool(value) ? "true" : "false";
      break;
    case ValueKind::kInt:
      AppendMlInteger(values.AsInt(value), text);
      break;
    case ValueKind::kEnum:
      text += values.AsText(value);
      break;
    case ValueKind::kString:
      AppendMlString(values.AsText(value), text);
      break;
    case ValueKind::kTuple:
      AppendMlElements(values, value, '(', ')', text);
      break;
    case ValueKind::kList:
      AppendMlElements(values, value, '[', ']', text);
      break;
    case ValueKind::kRecord:
      AppendMlElements(values, value, '{', '}', text);
      break;
    case ValueKind::kUnion:
      AppendMlConstructor(values, value, text);
      break;
  }
}

std::string FullName(const InstanceName& name) {
  return fmt::format("{}'{} {}", name.page, name.name, name.instance);
}

/// The indices of names in the order of CPN Tools: by page, name and instance.
std::vector<std::size_t> Sorted(const std::vector<InstanceName>& names) {
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(names[a].page, names[a].name, names[a].instance) <
           std::tie(names[b].page, names[b].name, names[b].instance);
  });
  return order;
}

class Writer {
 public:
  Writer(const Engine& engine, const StateSpaceReport& report, const CpnToolsNames& names)
      : engine_(engine), report_(report), names_(names), places_(Sorted(names.places)) {}

  std::string Write(const std::string& generated, double seconds) {
    text_ = fmt::format("CPN Tools state space report for:\n{}\nReport generated: {}\n",
                        names_.model, generated);
    Statistics(static_cast<std::uint64_t>(seconds));
    text_ += Section("Boundedness Properties");
    IntegerBounds();
    MultiSetBounds("Best Upper Multi-set Bounds", &PlaceBounds::upper_multi_set);
    MultiSetBounds("Best Lower Multi-set Bounds", &PlaceBounds::lower_multi_set);
    text_ += Section("Home Properties");
    text_ += Heading("Home Markings");
    text_ += fmt::format("     {}\n", HomeMarkingsText());
    text_ += Section("Liveness Properties");
    text_ += Heading("Dead Markings");
    const auto& dead = report_.dead_markings;
    text_ += fmt::format("     {}\n", dead.empty() ? "None" : FormatNodes(dead));
    TransitionList("Dead Transition Instances", report_.dead_transitions);
    if (report_.live_transitions) {
      TransitionList("Live Transition Instances", *report_.live_transitions);
    } else {
      text_ += Heading("Live Transition Instances") + fmt::format("     {}\n", kUnknown);
    }
    text_ += Section("Fairness Properties");
    FairnessLists();
    return std::move(text_);
  }

 private:
  void Statistics(std::uint64_t seconds) {
    text_ += Section("Statistics");
    text_ += Heading("State Space");
    text_ +=
        fmt::format("     Nodes:  {}\n     Arcs:   {}\n     Secs:   {}\n     Status: {}\n",
                    report_.nodes, report_.arcs, seconds, report_.complete() ? "Full" : "Partial");
    text_ += Heading("Scc Graph");
    text_ += fmt::format("     Nodes:  {}\n     Arcs:   {}\n     Secs:   0\n", report_.scc.nodes,
                         report_.scc.arcs);
  }

  /// The name, and blanks up to the column of what is said of it.
  static std::string NameColumn(const InstanceName& name, std::size_t width) {
    const std::string full = FullName(name);
    if (full.size() < width) return fmt::format("     {:{}}", full, width);
    return fmt::format("     {}\n{:{}}", full, "", width + 5);
  }

  void IntegerBounds() {
    text_ += Heading("Best Integer Bounds");
    text_ += fmt::format("{:{}}{:<11}{}\n", "", kIntegerColumn + 5, "Upper", "Lower");
    for (const std::size_t place : places_) {
      const PlaceBounds& bounds = report_.bounds[place];
      text_ += fmt::format("{}{:<11}{}\n", NameColumn(names_.places[place], kIntegerColumn),
                           bounds.upper, bounds.lower);
    }
  }

  void Tokens(MultiSet tokens) {
    const auto entries = engine_.multisets().Entries(tokens);
    if (entries.empty()) text_ += "empty";
    bool first = true;
    for (const MultiSetEntry& entry : entries) {
      if (!first) text_ += "++\n";
      first = false;
      fmt::format_to(std::back_inserter(text_), "{}`", entry.count);
      AppendMl(engine_.values(), entry.value, text_);
    }
  }

  void MultiSetBounds(const char* title, MultiSet PlaceBounds::*bound) {
    text_ += Heading(title);
    for (const std::size_t place : places_) {
      text_ += NameColumn(names_.places[place], kMultiSetColumn);
      Tokens(report_.bounds[place].*bound);
      text_ += '\n';
    }
  }

  std::string HomeMarkingsText() const {
    if (!report_.home) return kUnknown;
    if (report_.home->kind == HomeKind::kNone) return "None";
    if (report_.home->kind == HomeKind::kAll) return "All";
    return FormatNodes(report_.home->nodes);
  }

  void TransitionList(const char* title, const std::vector<TransitionId>& transitions) {
    text_ += Heading(title);
    if (transitions.empty()) {
      text_ += "     None\n";
    } else if (transitions.size() == names_.transitions.size()) {
      text_ += "     All\n";
    } else {
      std::vector<InstanceName> names;
      for (const TransitionId t : transitions) names.push_back(names_.transitions[t]);
      for (const std::size_t i : Sorted(names)) {
        text_ += fmt::format("     {}\n", FullName(names[i]));
      }
    }
  }

  void FairnessLists() {
    if (!report_.fairness) {
      text_ += report_.infinite_sequences ? kNoCycle : fmt::format("     {}\n", kUnknown);
      return;
    }
    for (const auto& [fairness, title] : kFairnessTitles) {
      TransitionList(title, TransitionsWith(fairness, report_));
    }
  }

  const Engine& engine_;
  const StateSpaceReport& report_;
  const CpnToolsNames& names_;
  const std::vector<std::size_t> places_;  ///< in the order of their names
  std::string text_;
};

}  // namespace

std::string FormatMl(const ValueStore& values, Value value) {
  std::string text;
  AppendMl(values, value, text);
  return text;
}

std::string FormatCpnToolsReport(const Engine& engine, const StateSpaceReport& report,
                                 const CpnToolsNames& names, const std::string& generated,
                                 double seconds) {
  return Writer(engine, report, names).Write(generated, seconds);
}

}  // namespace cpn::report
