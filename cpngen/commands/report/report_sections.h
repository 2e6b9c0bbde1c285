// The sections of the page that `cpngen report` writes, each put onto it by one function.
//
// Lists are cut at ReportOptions::list, and say so. Thread safety: as the model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/budget.h"
#include "cpn/ctl/result.h"
#include "cpn/explore/state_space.h"
#include "cpn/lua/lua_model.h"
#include "cpn/report/state_space_report.h"
#include "cpngen/commands/report/case_verdicts.h"
#include "cpngen/commands/report/report_inputs.h"
#include "cpngen/options/options.h"
#include "cpngen/page/html_page.h"

namespace cpngen {

/// Parameters, and the modules as drawn: with what is covered, if one group was measured.
void AddModelSection(cpn::lua::LuaModel& model, const CoverPlan& plan, const base::Budget& budget,
                     HtmlPage& page);

/// `limit` says what ended a partial exploration.
void AddSpaceSection(cpn::lua::LuaModel& model, const cpn::StateSpace& space,
                     const cpn::report::StateSpaceReport& report, const std::string& limit,
                     std::uint64_t list, HtmlPage& page);

/// Verdicts, and the runs that show them.
void AddPropertySection(cpn::lua::LuaModel& model, const std::vector<cpn::ctl::Result>& results,
                        HtmlPage& page);

/// The files, what is observed of the model, and the cases of each file.
void AddSuiteSection(cpn::lua::LuaModel& model, const CoverPlan& plan, const CaseVerdicts& verdicts,
                     std::uint64_t list, HtmlPage& page);

/// Counts, and each execution that did not pass: expected, observed, what happened, a chart.
void AddVerdictSection(const std::vector<ResultsFile>& results, std::uint64_t list, HtmlPage& page);

/// What is covered of the model, by group, and which suites do not count.
void AddCoverageSection(cpn::lua::LuaModel& model, const CoverPlan& plan, std::uint64_t list,
                        const base::Budget& budget, HtmlPage& page);

/// "pass", "fail", "inconclusive", or nothing.
Cell VerdictCell(trace::Outcome verdict);

}  // namespace cpngen
